/**
 * What countries ask of whoever takes cash, in a sentence each. They are here so that nobody takes a cash list for what their law
 * demands; they are no legal advice.
 */
const demands: Readonly<Record<string, string>> = {
  AT: 'The cash register security regulation (RKSV) asks for receipts that are signed by a registered device and kept in a journal.',
  BE: 'Trades that serve food, and more by and by, are asked for a registered system with a control box (GKS, SCE).',
  DE: 'Electronic records of cash need a certified security device (TSE) and an export as DSFinV-K.',
  FR: 'Software that records payments of private customers is to be certified (NF 525) or an equal of it.',
  IT: "A telematic recorder (RT) is to register each sale and to send the day's takings to the tax office.",
  PL: 'Sales to private persons are to go through a registered fiscal cash register.',
  PT: 'Receipts are to come from software that the tax authority has certified.',
  SE: 'Cash and cards are to be registered by a declared cash register with a certified control unit.',
}

const everywhere =
  'The tills here are a cash list: moves that are numbered and never changed. They sign and seal nothing, and are no certified device. Ask your tax adviser whether you may take cash with them; if not, switch cash off and take cards.'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** What whoever takes cash should know, by the two letters of the country where the seller is taxed; empty for no country. */
export function cashNote(country: string): string {
  const demand = demands[country]
  if (demand !== undefined) return `${names.of(country)}: ${demand} ${everywhere}`
  return country === ''
    ? `Many countries ask for a certified device where cash is taken. ${everywhere}`
    : `${names.of(country)} may ask for a certified device where cash is taken. ${everywhere}`
}
