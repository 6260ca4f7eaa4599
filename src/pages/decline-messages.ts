/**
 * What the payer is shown of a decline, by public reason code. Only reasons the payer can do something about are
 * listed; issuers do not want the others shown.
 */
const MESSAGES: Record<number, string> = {
  1201: 'The card could not pay the whole amount.',
  1530: 'The card could not be asked. Try again in a few minutes.',
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

/** Returns an empty text for a reason that is not shown to payers. */
export function declineMessage(reason_code_id: number): string {
  return MESSAGES[reason_code_id] ?? ''
}
