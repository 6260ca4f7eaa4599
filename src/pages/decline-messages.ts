/** What a payer is told of a decline, by the public reason codes. Only what they can do something about; issuers do not want the rest told. */
const WORDS: Record<number, string> = {
  1201: 'The card could not pay the whole amount.',
  1608: 'The number was not accepted.',
  1613: 'The security code was not accepted.',
  1614: 'The expiry date was not accepted.',
  1616: 'There is not enough money on the account.',
  1617: 'The amount is above the limit of the card.',
  1619: 'The card has been used too often today.',
  1622: 'The card has expired.',
  1625: 'This card does not allow such payments.',
  1626: 'This card does not allow such payments.',
  1631: 'The account is closed.',
  1655: 'The address does not match the card.',
  1656: 'The security code does not match the card.',
  1657: 'The card could not pay the whole amount.',
  1800: 'The security code does not match the card.',
  1801: 'The same payment was made a short while ago.',
}

/** Empty where there is nothing more to say than that it was declined. */
export function declineMessage(reason_code_id: number): string {
  return WORDS[reason_code_id] ?? ''
}
