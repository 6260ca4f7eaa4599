/** The payment form. `{…}` stands for a part with markup of its own. */
export const form = {
  heading: {
    both: 'Payment',
    cc: 'Pay by card',
    ach: 'Pay from a bank account',
    stores: 'Save an account',
    verifies: 'Check a card',
  },
  methods: { cc: 'Card', ach: 'Bank account' },
  pay_with: 'Pay with',
  what_to_save: 'Account to save',
  details: { cc: 'Card details', ach: 'Bank account details' },
  optional: 'Optional',
  review: 'You will pay {amount} to {payee}.',
  review_authorize: '{amount} will be held on your card. {payee} will collect it later.',
  review_keeps: '{payee} will save this account for future payments you agree to.',
  review_stores: '{payee} will save this account for future payments you agree to. You will not be charged now.',
  review_verifies: '{payee} will check this card and its address. You will not be charged.',
  amount_above: 'the amount above',
  pay: 'Pay',
  authorize: 'Authorize',
  save: 'Save account',
  verify: 'Check card',
  sending: 'Processing…',
  sending_long: 'Your payment is being processed. This can take a few seconds.',
  check_fields: 'Please check these details',
  assurance: (merchant: string) =>
    `Your details are sent securely to the payment gateway of ${merchant}. Your security code is never stored.`,
  debit_once: 'I authorize {payee} to debit this bank account once, for {amount}, on or after today. {revoke}',
  debit_later: 'I authorize {payee} to keep this bank account and to debit it for payments I agree to later. {revoke}',
  revoke_once: (email: string | null) =>
    email
      ? `I can cancel this authorization by emailing ${email} before the debit is sent to my bank.`
      : 'I can cancel this authorization before the debit is sent to my bank.',
  revoke_later: (email: string | null) =>
    email ? `I can cancel this authorization by emailing ${email}.` : 'I can cancel this authorization at any time.',
  tick_authorization: 'Check the box to authorize the debit.',
  from_to: (least: string, most: string) => `From ${least} to ${most}`,
  at_least: (least: string) => `${least} or more`,
  amount_invalid_from_to: (least: string, most: string) => `Enter an amount from ${least} to ${most}.`,
  amount_invalid_at_least: (least: string) => `Enter an amount of ${least} or more.`,
  leaves: (balance: string, rest: string) => `To pay less than ${balance}, leave at least ${rest}.`,
  at_most_characters: (most: number) => `Enter no more than ${most} characters.`,
  stale: {
    title: 'Please submit the form again',
    text: 'The page was out of date, so nothing was charged. Check your details and submit them again.',
  },
  surcharge: {
    line: '{label}: {amount} is added with a credit card, {total} in all. This does not apply to debit cards, prepaid cards or bank accounts.',
    title: 'A surcharge is added',
    text: (added: string, total: string) =>
      `With a credit card, ${added} is added, ${total} in all. You have not been charged yet. Check the amounts and submit the form again.`,
  },
  changed_balance: {
    title: 'Something has changed',
    text: (balance: string | null) =>
      `${balance === null ? 'The amounts that can be paid have' : `The balance is now ${balance}: it has`} changed since you opened this page. You have not been charged. If you still want to pay, check the amount and submit the form again.`,
  },
  changed_terms: {
    title: 'Something has changed',
    text: 'What happens with your card or account has changed since you opened this page. You have not been charged. Read it again and submit the form again.',
  },
  changed_amount: {
    title: 'The amount has changed',
    text: (amount: string) =>
      `The amount is now ${amount}. You have not been charged. Check the amount and submit the form again.`,
  },
  test_cards: {
    title: 'Test cards',
    hint: 'Any future expiration date works. Nothing is charged.',
    fill: 'Use',
    approved: 'Approved',
    amounts: 'Some amounts are declined: see the test values in the documentation.',
  },
  fields: {
    amount: { label: 'Amount to pay', missing: 'Enter the amount to pay.' },
    receipt_email: {
      label: 'Email for your receipt',
      invalid: 'Enter an email address such as name@example.com.',
    },
    card_number: {
      label: 'Card number',
      missing: 'Enter the card number.',
      invalid: 'This card number is incomplete or has a typing error.',
    },
    expiry: {
      label: 'Expiration date',
      hint: 'MM / YY',
      missing: 'Enter the expiration date.',
      invalid: 'Enter a month and year that are not in the past, such as 04 / 31.',
    },
    cvv: {
      label: 'Security code',
      hint: '3 digits on the back; Amex: 4 on the front',
      missing: 'Enter the security code.',
      invalid: 'The security code has 3 digits, or 4 on American Express cards.',
    },
    card_name: {
      label: 'Name on card',
      missing: 'Enter the name on the card.',
      invalid: 'Enter the name as printed on the card, up to 32 characters.',
    },
    card_street: {
      label: 'Billing street address',
      missing: 'Enter the street address on your card statement.',
      invalid: 'Enter a street address of up to 32 characters.',
    },
    card_zip: {
      label: 'Billing ZIP code',
      missing: 'Enter the ZIP code on your card statement.',
      invalid: 'Enter a ZIP code of 5 to 10 characters.',
    },
    holder: {
      label: 'Account holder name',
      missing: 'Enter the name of the account holder.',
      invalid: 'Enter a name of up to 32 characters.',
    },
    routing: {
      label: 'Routing number',
      hint: '9 digits, at the lower left of a check',
      missing: 'Enter the routing number.',
      invalid: 'This routing number does not have 9 digits or has a typing error.',
    },
    account_number: {
      label: 'Account number',
      missing: 'Enter the account number.',
      invalid: 'An account number has 4 to 17 digits.',
    },
    account_number_again: {
      label: 'Repeat number',
      missing: 'Enter the account number a second time.',
      invalid: 'The two account numbers do not match.',
    },
    account_type: {
      label: 'Account type',
      missing: 'Choose the account type.',
      invalid: 'Choose checking or savings.',
      checking: 'Checking',
      savings: 'Savings',
    },
    is_company: {
      label: 'Account belongs to',
      missing: 'Choose who the account belongs to.',
      invalid: 'Choose a person or a business.',
      person: 'A person',
      business: 'A business',
    },
    dl_number: {
      label: 'Driver’s license',
      missing: 'Enter the driver’s license number.',
      invalid: 'Enter a license number of up to 50 characters.',
    },
    dl_state: { label: 'License state', missing: 'Enter the state that issued the license.' },
    dob_year: {
      label: 'Year of birth',
      hint: '4 digits; used to confirm who you are',
      missing: 'Enter the account holder’s year of birth.',
      invalid: 'Enter a year of birth with 4 digits.',
    },
    check_number: {
      label: 'Check number',
      missing: 'Enter the check number.',
      invalid: 'A check number has up to 15 digits.',
    },
    street: {
      label: 'Street address',
      missing: 'Enter the street address of the account holder.',
      invalid: 'Enter a street address of up to 32 characters.',
    },
    city: { label: 'City', missing: 'Enter the city.', invalid: 'Enter a city of up to 36 characters.' },
    state: { label: 'State', missing: 'Enter the state.', invalid: 'Enter the two letters of the state, such as CA.' },
    zip: {
      label: 'ZIP code',
      missing: 'Enter the ZIP code.',
      invalid: 'Enter a ZIP code with 5 digits, or 9 digits with a dash.',
    },
    phone: { label: 'Phone number', missing: 'Enter a phone number.', invalid: 'A phone number has 10 digits.' },
  },
}
