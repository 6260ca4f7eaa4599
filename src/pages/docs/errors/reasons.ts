import { returnRule } from '../../../payments/bank/return-codes.ts'
import { REASON_TITLES } from '../../../resources/reasoncode/reason-titles.ts'

/** A reason code as its page explains it. */
export interface Reason {
  code: number
  title: string
  means: string
  steps: readonly string[]
}

interface Advice {
  means: string
  steps: readonly string[]
}

/** Codes of cards that ask for the same of the merchant. */
const CARDS: readonly (Advice & { codes: readonly number[] })[] = [
  {
    codes: [1000, 1001, 1002, 1200, 1240],
    means: 'No error: what was asked for was done.',
    steps: ['Nothing. Approval is told by status_id.'],
  },
  {
    codes: [1201],
    means: 'The card paid a part: auth_amount is less than what was asked for.',
    steps: ['Collect the rest in another way, or void the payment.'],
  },
  {
    codes: [1301, 1604, 1605, 1606, 1607, 1624],
    means: 'The issuer stands against any payment with this card: it is lost, stolen or suspected of fraud.',
    steps: ['Do not try this card again.', 'Ask for another way to pay, without telling the payer the reason.'],
  },
  {
    codes: [1616, 1617, 1619, 1612, 1611, 1657, 1659],
    means: 'The account cannot pay this amount now.',
    steps: ['Ask for another card or a smaller amount.', 'A recurring payment may be tried again some days later.'],
  },
  {
    codes: [1608, 1613, 1614, 1622, 1623, 1800, 1656, 1655, 1610, 1632, 1618],
    means:
      'Something that was typed in does not fit the card: its number, expiry month, security code, PIN or address.',
    steps: ['Have the payer check it and pay again.', 'Store the card again if it was a stored one.'],
  },
  {
    codes: [1003, 1500, 1601, 1615, 1620, 1625, 1626, 1631, 1520, 1701, 1661, 1641],
    means: 'The issuer declined and gives no reason that could be mended here.',
    steps: [
      'Ask for another way to pay.',
      'The payer may ask the bank that issued the card. Do not try again in a loop.',
    ],
  },
  {
    codes: [1510, 1602, 1663],
    means: 'Somebody has to approve it by voice or in person first.',
    steps: [
      'Call the number on the back of the card, and send the code you are given with action force and auth_code.',
    ],
  },
  {
    codes: [1530, 1603, 1627, 1651, 1652],
    means: 'The issuer or the processor did not take it at this moment. No money moved.',
    steps: ['Try again in a few minutes, with a new transaction_api_id.', 'Slow down where many are declined at once.'],
  },
  {
    codes: [1531, 1005, 1654],
    means: 'What became of it was not known at once. The gateway asks the processor until it is.',
    steps: ['Do not send it again.', 'Read the transaction until its status_id is final, or be told by a postback.'],
  },
  {
    codes: [1540, 1518, 1621, 1628, 1650, 1653, 1802, 1662, 1599],
    means: 'The account of the merchant at the processor is not set up for this.',
    steps: ['Ask whoever runs the gateway, or the processor, with the id of the transaction.'],
  },
  {
    codes: [1609, 1629, 1630, 1658, 1667, 1668, 1804, 1805, 1666],
    means: 'The payment or batch is in a state in which this cannot be done, or the amount is not one that it allows.',
    steps: ['Read the transaction and its batch.', 'A settled payment is refunded, one that is not is voided.'],
  },
  {
    codes: [1801],
    means: 'The same amount was paid with the same account at this product a short while ago.',
    steps: [
      'Look whether the first one was meant.',
      'Where two are meant, wait, or switch the check off at the product.',
    ],
  },
  {
    codes: [1803],
    means: 'The cardholder has told the bank to stop these payments.',
    steps: ['End the recurring, and talk to the payer.'],
  },
  {
    codes: [1004, 1588, 1660, 1664, 1665, 1640],
    means: 'What the payment was to be made with is missing or cannot be read.',
    steps: [
      'Store the account again, and let the recurring pay with that.',
      'Send every field that the product requires.',
    ],
  },
  {
    codes: [1541],
    means: 'The device has no way to sign.',
    steps: ['Send require_signature 0, or use another terminal.'],
  },
]

/** Returns every reason code there is, with what it means and what to do. Throws an Error for one without advice. */
export function reasons(): Reason[] {
  return Object.entries(REASON_TITLES).map(([code, title]) => ({
    code: Number(code),
    title,
    ...adviceOf(Number(code)),
  }))
}

function adviceOf(code: number): Advice {
  if (code >= 2300) return CHECK_IMAGE
  if (code >= 2200) return CHANGE
  if (code >= 2100) return returned(code - 2100)
  const found = CARDS.find(({ codes }) => codes.includes(code))
  if (!found) throw new Error(`no advice for reason ${code}`)
  return { means: found.means, steps: found.steps }
}

const CHECK_IMAGE: Advice = {
  means: 'The bank of the payer returned the image of a check.',
  steps: ['Collect the amount in another way.', 'Ask your bank what its code means for this check.'],
}

const CHANGE: Advice = {
  means: 'The bank of the payer tells what is to be sent in another form from now on. The payment itself stands.',
  steps: [
    'Nothing where the gateway could take the change over: the stored account has it.',
    'Otherwise store the account again as the notice says.',
  ],
}

/** What a return asks for follows from what the gateway itself does on it. */
function returned(number: number): Advice {
  const { retry, blocks, recurrings } = returnRule(`R${String(number).padStart(2, '0')}`)
  const steps = ['The money is taken back; the transaction and what it paid for show that.']
  if (retry) steps.push('The debit may be presented again, at most twice within 180 days.')
  if (blocks) steps.push('The stored account takes no more debits: ask the payer for another one.')
  if (recurrings === 'ended')
    steps.push('Recurrings that use the account have ended: the payer disputes the authorization.')
  if (recurrings === 'on hold')
    steps.push('Recurrings that use the account are on hold: ask the payer before you activate them.')
  if (!retry && !blocks && !recurrings) steps.push('Ask the payer or your bank before you debit the account again.')
  return { means: 'The bank of the payer sent the entry back (Nacha operating rules).', steps }
}
