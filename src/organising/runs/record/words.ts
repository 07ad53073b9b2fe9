/** What the words of plans and runs mean, for the person who reads a report: what it is, and what to do. */
const sentences: Readonly<Record<string, string>> = {
  account_gone:
    'The account that received the money is no longer connected. Connect it again, or give the money back by hand.',
  bounced: 'The provider gave the money back, and it came back. Ask the buyer for another way.',
  balance_empty: "The provider's balance is empty: top it up, then continue.",
  changed: 'The order changed after the plan was made, so nothing was done. Plan it again.',
  checked_in: 'Somebody came in with every place.',
  dispute: "The buyer's bank is asking for the money. Answer the bank; a refund would pay twice.",
  error: 'Something went wrong here. Continue to try again, and look at the log of the service.',
  first: 'The first ones are done. Look at them, then continue.',
  free: 'Nothing was paid.',
  given: 'Somebody recorded that the money was given back by hand.',
  limit:
    'A limit of what you may give back is reached. Somebody with a higher limit has to plan the rest.',
  nothing_left: 'Nothing of the payment is left.',
  other_event: 'The order has places of another event, too. Give it up by itself.',
  paid_elsewhere:
    'The money was not taken by a provider that is connected here. Give it back by hand.',
  pending: 'The provider accepted the refund and is still working on it.',
  person: 'Somebody said so.',
  promised: 'The refund is promised, and goes to the provider as soon as it answers.',
  provider_away: 'The provider does not answer. Continue when it does.',
  provider_refused: 'The provider refused. Look at the payment there.',
  rights:
    'The person who began the run may not do this any more. Somebody else has to plan the rest.',
  stopped: 'The run was stopped before.',
  too_old: 'The wallet takes refunds within 180 days. Give the money back by hand.',
  unpaid: 'The order is given up, and its places are free.',
  wished: 'You chose to give the money back by hand.',
}

/** The sentence for a word; empty for one without. */
export const sentenceOf = (word: string | null): string =>
  word === null ? '' : (sentences[word] ?? word)
