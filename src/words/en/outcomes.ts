/** How a payment ended: the receipt, why a payment was declined, and what went wrong with a page. */

const NOUNS = { invoice: 'invoice', paylink: 'payment link', page: 'payment page' }

type Paid = keyof typeof NOUNS

export const outcomes = {
  declined: {
    title: 'The payment was declined',
    not_charged: 'You have not been charged.',
    /** The issuer had approved it before it was taken back. */
    may_show: 'Your bank may show the amount as pending for a few days. It is not collected.',
    /** What the payer can do, by the kind of reason. */
    reasons: {
      account: 'The card or account number was not accepted. Check it, or pay another way.',
      address: 'The billing address does not match the card. Check the address, or use another card.',
      amount: 'This amount cannot be charged to the card or account. Pay another way.',
      bank: 'Your bank declined the payment. Ask your bank, or use another card.',
      bank_account: 'Your bank did not accept the debit. Ask your bank, or pay another way.',
      card_cannot: 'This card cannot be used for this kind of payment. Use another card.',
      closed: 'The account is closed. Pay another way.',
      cvv: 'The security code does not match the card. Check it and try again.',
      duplicate: 'The same payment was made a short while ago. Check before you pay again.',
      expired: 'The card has expired. Use another card.',
      expiry: 'The expiration date was not accepted. Check it and try again.',
      funds: 'There are not enough funds in the account. Use another card, or pay another way.',
      limit: 'The payment is over the limit of the card. Ask your bank, or use another card.',
      merchant: 'The payment could not be taken. Please contact the merchant.',
      partial: 'The card could not cover the whole amount. Use another card.',
      pin: 'The PIN was not accepted. Use another card, or pay another way.',
      too_often: 'The card has been used too many times today. Use another card, or try again tomorrow.',
      try_again: 'Your bank could not be reached. Try again in a few minutes, or use another card.',
    },
    try_again: 'Try again',
  },
  nothing_paid: {
    title: 'Nothing was charged',
    text: (paid: Paid) => `The ${NOUNS[paid]} has changed since you opened it. Check it and try again.`,
    not_possible: 'The payment could not be taken. Check your details, or pay another way.',
    no_card: (paid: Paid) => `This ${NOUNS[paid]} cannot be paid by card.`,
    no_bank: (paid: Paid) => `This ${NOUNS[paid]} cannot be paid from a bank account.`,
    gone: (paid: Paid) => `This ${NOUNS[paid]} can no longer be paid.`,
    balance: (amount: string) => `The amount due is now ${amount}. Check the amount and try again.`,
    used: 'A payment with this link was already made or attempted. Ask for a new link.',
  },
  receipt: {
    approved: 'Payment approved',
    verified: 'Card checked',
    plain_verified: (merchant: string) => `${merchant} has checked your card. You were not charged.`,
    submitted: 'Payment submitted',
    authorized: 'Payment authorized',
    pending: 'Payment being confirmed',
    declined: 'Payment declined',
    thanks: (merchant: string) => `Thank you from ${merchant}.`,
    on_its_way: 'Bank payments usually take 2 to 3 business days.',
    held: (merchant: string) => `The amount is held on your card. ${merchant} will collect it later.`,
    sent_to: (email: string) => `We are emailing your receipt to ${email}.`,
    keep: 'Print or save this page as your receipt.',
    pending_text: 'We are waiting for your bank. Please do not pay again: this page updates by itself.',
    declined_text: (paid: Paid) => `You have not been charged. Open the ${NOUNS[paid]} to pay another way.`,
    plain_approved: (amount: string, merchant: string) => `Your payment of ${amount} to ${merchant} was approved.`,
    plain_submitted: (amount: string, merchant: string) => `Your payment of ${amount} to ${merchant} was submitted.`,
    plain_held: (amount: string, merchant: string) =>
      `${amount} is held on your card. ${merchant} will collect it later.`,
    merchant: 'Merchant',
    date: 'Date',
    purpose: 'For',
    number: 'Invoice number',
    type: 'Type',
    types: { sale: 'Card payment', authonly: 'Card authorization', debit: 'Bank payment', avsonly: 'Card check' },
    paid_with: 'Paid with',
    holder: 'Name',
    requested: 'Amount requested',
    subtotal: 'Subtotal',
    tax: 'Tax',
    tip: 'Tip',
    surcharge: 'Surcharge',
    total: 'Total',
    auth_code: 'Authorization code',
    effective: 'Debit date',
    reference: 'Reference',
    still_due: 'Balance due',
    debit: (merchant: string, amount: string, email: string | null) =>
      `You authorized ${merchant} to debit this account once, for ${amount}. You can cancel the authorization${
        email ? ` by emailing ${email}` : ''
      } before the debit is sent to your bank.`,
    print: 'Print or save as PDF',
    back: (paid: Paid) => `Back to the ${NOUNS[paid]}`,
    view: 'View receipt',
    going: 'You will go to {host} in {seconds}.',
    continue_to: (host: string) => `Continue to ${host}`,
    the_merchant: 'the merchant',
    stay: 'Stay on this page',
  },
  problems: {
    gone: (paid: Paid) => ({
      title: `This ${NOUNS[paid]} is not available`,
      text: 'The address may be incomplete, or it is no longer in use. Check the link in your message, or ask the sender.',
    }),
    receipt_gone: (paid: Paid) => ({
      title: 'This receipt is not available',
      text: `The link may be incomplete. Open the ${NOUNS[paid]} to see whether it has been paid.`,
    }),
    file_gone: (paid: Paid) => ({
      title: 'This file is not available',
      text: `It may have been removed. Ask the sender of the ${NOUNS[paid]} for it.`,
    }),
    too_often: (_paid: Paid) => ({
      title: 'Too many attempts',
      text: 'Nothing was charged this time. Please wait a few minutes before you pay again.',
    }),
    foreign_form: (paid: Paid) => ({
      title: 'This form came from another site',
      text: `To protect you, nothing was charged. Open the ${NOUNS[paid]} from its own link and pay there.`,
    }),
    bad_form: (paid: Paid) => ({
      title: 'This form could not be read',
      text: `Nothing was charged. Open the ${NOUNS[paid]} again and fill in the form once more.`,
    }),
    unsure: (paid: Paid) => ({
      title: 'Your payment is being confirmed',
      text: `We are waiting for your bank. Please do not pay again until the ${NOUNS[paid]} shows the result.`,
    }),
    error: (paid: Paid) => ({
      title: 'Something went wrong on our side',
      text: `If you were paying, open the ${NOUNS[paid]} to see whether it has been paid before you try again.`,
    }),
    open: (paid: Paid) => `Open the ${NOUNS[paid]}`,
  },
}
