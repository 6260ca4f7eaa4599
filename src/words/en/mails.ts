/** Mails and texts to payers, and the mail that tells a merchant of a payment. */

const of = (number: string | null) => (number ? ` ${number}` : '')
const for_ = (purpose: string | null) => (purpose ? ` for ${purpose}` : '')
const from = (payer: string | null) => (payer ? ` from ${payer}` : '')
const by = (payer: string | null) => (payer ? ` by ${payer}` : '')

export const mails = {
  questions: (merchant: string) => `Questions? Reply to this email to reach ${merchant}.`,
  unsubscribe: 'Unsubscribe from reminders',
  no_reminders: (merchant: string) => `To stop reminders from ${merchant}:`,
  total: 'Total',
  paid_so_far: 'Paid so far',
  balance: 'Balance',
  invoice_number: 'Invoice number',
  view_and_pay: 'View and pay',
  view_invoice: 'View invoice',
  view_payment: 'View payment',
  pay_now: 'Pay now',
  pay: 'Pay:',
  invoice: {
    subject: (merchant: string, number: string | null, title: string) =>
      `${number ? `Invoice ${number}` : 'Your invoice'} from ${merchant}: ${title}`,
    sent: (merchant: string, number: string | null, title: string) =>
      `${merchant} has sent you ${number ? `invoice ${number}` : `an invoice for ${title}`}.`,
    paid: 'Paid in full',
    closed: 'This invoice is closed',
    expired: 'This invoice has expired',
    due: (day: string) => `Due ${day}`,
    pay_by: (day: string) => `You can pay it until ${day}.`,
  },
  reminder: {
    coming: (title: string, number: string | null, merchant: string, day: string, _left: string) => ({
      subject: `Reminder: ${title} is due ${day}`,
      line: `This is a reminder that your invoice${of(number)} from ${merchant} is due ${day}.`,
      caption: `Due ${day}`,
    }),
    today: (title: string, number: string | null, merchant: string, day: string, _left: string) => ({
      subject: `Due today: ${title}`,
      line: `This is a reminder that your invoice${of(number)} from ${merchant} is due today.`,
      caption: `Due today, ${day}`,
    }),
    past: (title: string, number: string | null, merchant: string, day: string, left: string) => ({
      subject: `Past due: ${title}`,
      line: `Your invoice${of(number)} from ${merchant} was due ${day}. ${left} is still due.`,
      caption: `Was due ${day}`,
    }),
    crossed: 'If you have already paid, thank you. You do not need to do anything.',
  },
  thanks: {
    subject: (title: string) => `Thank you: ${title} is paid`,
    preview: (merchant: string, amount: string) => `${merchant} has received ${amount}.`,
    heading: 'Thank you for your payment',
    line: (title: string, merchant: string) => `${title} is paid in full. Thank you from ${merchant}.`,
  },
  invoice_text: (name: string, title: string, amount: string, due: string, href: string, reminds: boolean) =>
    `${name}: ${reminds ? 'Reminder: ' : ''}${amount} for "${title}", ${due}. Pay: ${href} Reply STOP to opt out.`,
  text_due: (day: string) => `due ${day}`,
  text_due_today: 'due today',
  text_was_due: (day: string) => `was due ${day}`,
  paylink: {
    subject: (merchant: string, amount: string) => `Payment request from ${merchant}: ${amount}`,
    preview: (merchant: string, amount: string) => `${merchant} has requested a payment of ${amount}.`,
    heading: 'Payment request',
    line: (merchant: string, purpose: string | null) =>
      purpose
        ? `${merchant} has sent you a payment request: ${purpose}`
        : `${merchant} has sent you a payment request.`,
    paid: 'Paid',
    closed: 'This link can no longer be paid',
    pay_by: (day: string) => `Pay by ${day}`,
    once: 'One-time payment',
    text: (name: string, amount: string, purpose: string, state: string, href: string) =>
      `${name}: ${amount}${for_(purpose || null)}. ${state} ${href} Reply STOP to opt out.`,
  },
  receipt: {
    subject: (merchant: string, amount: string) => `Your receipt from ${merchant}: ${amount}`,
    refund_subject: (merchant: string, amount: string) => `Your refund from ${merchant}: ${amount}`,
    merchant: 'Merchant',
    date: 'Date',
    purpose: 'For',
    type: 'Type',
    paid_with: 'Paid with',
    refunded_to: 'Refunded to',
    holder: 'Name',
    auth_code: 'Authorization code',
    reference: 'Reference',
    still_due: 'Balance due',
    keep: 'Keep this email for your records.',
    types: {
      card: 'Card payment',
      card_recurring: 'Recurring card payment',
      authorization: 'Card authorization',
      bank: 'Bank payment',
      bank_recurring: 'Recurring bank payment',
      card_refund: 'Refund to a card',
      bank_refund: 'Refund to a bank account',
    },
    refund: {
      heading: 'Refund approved',
      preview: (purpose: string | null) => `Your refund${for_(purpose)} was approved.`,
      line: (merchant: string, purpose: string | null) =>
        `${merchant} has refunded this amount${for_(purpose)}. It can take a few days to reach your account.`,
    },
    payment: {
      heading: 'Payment approved',
      preview: (purpose: string | null) => `Your payment${for_(purpose)} was approved.`,
      line: (merchant: string, purpose: string | null) =>
        `Thank you. ${merchant} has received your payment${for_(purpose)}.`,
    },
    bank: {
      heading: 'Payment submitted',
      preview: (purpose: string | null) => `Your payment${for_(purpose)} was submitted.`,
      line: (merchant: string, purpose: string | null) =>
        `Thank you. Your payment to ${merchant}${for_(purpose)} was submitted. Bank payments usually take 2 to 3 business days.`,
    },
    held: {
      heading: 'Payment authorized',
      preview: (purpose: string | null) => `Your payment${for_(purpose)} was authorized.`,
      line: (merchant: string, purpose: string | null) =>
        `Thank you. The amount${for_(purpose)} is held on your card. ${merchant} will collect it later.`,
    },
    paid_in_full: 'Your invoice is now paid in full.',
    debit: (merchant: string, amount: string, recurring: boolean) =>
      `You authorized ${merchant} to debit this account ${recurring ? 'as a recurring payment' : 'once'}, for ${amount}.`,
  },
  /** To the merchant's own users. */
  paid: {
    payment: {
      heading: 'You were paid',
      subject: (amount: string, payer: string | null) => `You were paid ${amount}${by(payer)}`,
      line: (amount: string, payer: string | null, purpose: string | null) =>
        `You received ${amount}${from(payer)}${for_(purpose)}.`,
    },
    bank: {
      heading: 'A bank payment is on its way',
      subject: (amount: string, payer: string | null) => `Bank payment submitted: ${amount}${from(payer)}`,
      line: (amount: string, payer: string | null, purpose: string | null) =>
        `A bank payment of ${amount}${from(payer)}${for_(purpose)} was submitted. It usually takes 2 to 3 business days, and can still be returned.`,
    },
    held: {
      heading: 'A payment is waiting for you to collect it',
      subject: (amount: string, payer: string | null) => `Payment authorized: ${amount}${from(payer)}`,
      line: (amount: string, payer: string | null, purpose: string | null) =>
        `${amount}${from(payer)}${for_(purpose)} is held on the card. Complete the payment to collect it.`,
    },
    in_full: 'The invoice is paid in full.',
    still_due: (amount: string) => `${amount} of the invoice is still due.`,
    why: 'You get this email because your user is set to receive receipts by email.',
  },
  recurring: {
    subject: (merchant: string, amount: string, day: string) => `Upcoming payment to ${merchant}: ${amount} on ${day}`,
    preview: (amount: string, day: string) => `${amount} will be charged on ${day}.`,
    heading: 'You have an upcoming payment',
    line: (merchant: string, purpose: string | null, day: string) =>
      `${merchant} will charge your scheduled payment${for_(purpose)} on ${day}. You do not need to do anything.`,
    paid_with: 'Paid with',
    last_day: 'Last payment by',
  },
  declined: {
    subject: (merchant: string) => `Your payment to ${merchant} was declined`,
    preview: (amount: string, day: string) => `${amount} on ${day} did not go through.`,
    heading: 'Payment declined',
    line: (merchant: string, purpose: string | null) =>
      `Your scheduled payment to ${merchant}${for_(purpose)} did not go through. You have not been charged.`,
    card: 'Card',
    bank: 'Bank account',
    ends_in: (last_four: string) => `ending in ${last_four}`,
    next: 'Next payment',
    change: (merchant: string) => `To change your card or account, reply to this email to reach ${merchant}.`,
  },
}
