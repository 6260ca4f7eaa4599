import { access } from './en/access.ts'
import { form } from './en/form.ts'
import { mails } from './en/mails.ts'
import { outcomes } from './en/outcomes.ts'
import { pages } from './en/pages.ts'
import { formats } from './formats.ts'

/** English as customers in the United States read it. */
export const en = {
  ...formats('en-US'),
  locale: 'en-US',
  language: 'en',
  /** The name of the language in itself. */
  own_name: 'English',
  accounts: {
    visa: 'Visa',
    mc: 'Mastercard',
    amex: 'American Express',
    disc: 'Discover',
    jcb: 'JCB',
    diners: 'Diners Club',
    debit: 'Debit card',
    checking: 'Checking account',
    savings: 'Savings account',
    /** Of a type that is not known. */
    other: 'Account',
  },
  account_ending: (name: string, last_four: string) => `${name} ending in ${last_four}`,
  ...pages,
  form,
  ...outcomes,
  mails,
  access,
}
