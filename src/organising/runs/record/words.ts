/** What the words of plans and runs mean, for the person who reads a report: what it is, and what to do. */
const sentences: Readonly<Record<string, string>> = {
  account_gone:
    'The account that received the money is no longer connected. Connect it again, or give the money back by hand.',
  bounced: 'The provider gave the money back, and it came back. Ask the buyer for another way.',
  asked: 'The buyer was asked, and may still choose.',
  balance_empty: "The provider's balance is empty: top it up, then continue.",
  below_min: 'One order must have at least more than that.',
  below_sold: 'More places are sold or held than that.',
  below_zero: 'The price would be less than nothing.',
  busy: 'The event is selling too fast at the moment. It is tried again.',
  came_in:
    'Somebody came in with it, so it is owed. Take back what was not sold, and mark the rest as paid.',
  changed: 'The order changed after the plan was made, so nothing was done. Plan it again.',
  chosen:
    'The buyer chose to have the money back before the run was stopped, and counts on it. Give it back and say so, or refund it at its order.',
  checked_in: 'Somebody came in with every place.',
  dispute: "The buyer's bank is asking for the money. Answer the bank; a refund would pay twice.",
  donated: 'The buyer gave the money to you, or did not choose; the places ended.',
  event_changed:
    'The event was called off after the plan was made, or is not called off any more. Stop the run and plan again.',
  error: 'Something went wrong here. Continue to try again, and look at the log of the service.',
  first: 'The first ones are done. Look at them, then continue.',
  free: 'Nothing was paid.',
  given: 'Somebody recorded that the money was given back by hand.',
  guest_gone: 'The order or the place is gone by now.',
  keep_not_exact:
    'What is to be kept of each place has more decimals than the currency of the order, or is too high.',
  kept: 'The buyer keeps the tickets for the new date, or did not choose.',
  limit:
    'A limit of what you may give back is reached. Somebody with a higher limit has to plan the rest.',
  mail_bounces: 'Mails to this address came back. Correct the address.',
  no_address: 'There is no address to write to.',
  no_price: 'It is an invitation without a price.',
  not_exact: 'The price has more decimals than its currency, or is too high.',
  not_asked:
    'The buyer was not asked before the last day to choose was over, so nothing was done. Plan it again.',
  nothing_left: 'Nothing of the payment is left.',
  other_event: 'The order has places of another event, too. Give it up by itself.',
  other_ticket: 'The order has other tickets, too. Give it up by itself.',
  paid_elsewhere:
    'The money was not taken by a provider that is connected here. Give it back by hand.',
  pending: 'The provider accepted the refund and is still working on it.',
  person: 'Somebody said so.',
  promised: 'The refund is promised, and goes to the provider as soon as it answers.',
  provider_away: 'The provider does not answer. Continue when it does.',
  provider_refused: 'The provider refused. Look at the payment there.',
  rights:
    'The person who began the run may not do this any more. Somebody else has to plan the rest.',
  same: 'It is like that already.',
  same_address: 'Another one of the run has the same address, and got it there.',
  shared_stock: 'It shares its places with other tickets. Change those of the event.',
  stopped: 'The run was stopped before.',
  ticket_changed: 'Somebody changed the ticket after the plan was made. Plan it again.',
  ticket_refused: 'The ticket cannot be so. Look at it by itself.',
  too_old: 'The wallet takes refunds within 180 days. Give the money back by hand.',
  unpaid: 'The order is given up, and its places are free.',
  wished: 'You chose to give the money back by hand.',
}

/** The sentence for a word; empty for one without. */
export const sentenceOf = (word: string | null): string =>
  word === null ? '' : (sentences[word] ?? word)
