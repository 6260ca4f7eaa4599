import type { en } from './en.ts'
import { access } from './es/access.ts'
import { form } from './es/form.ts'
import { mails } from './es/mails.ts'
import { outcomes } from './es/outcomes.ts'
import { pages } from './es/pages.ts'
import { formats } from './formats.ts'

/** Spanish as it is written to customers in the United States, who are addressed as "usted". */
export const es: typeof en = {
  ...formats('es-US'),
  locale: 'es-US',
  language: 'es',
  own_name: 'Español',
  accounts: {
    visa: 'Visa',
    mc: 'Mastercard',
    amex: 'American Express',
    disc: 'Discover',
    jcb: 'JCB',
    diners: 'Diners Club',
    debit: 'Tarjeta de débito',
    checking: 'Cuenta de cheques',
    savings: 'Cuenta de ahorros',
    other: 'Cuenta',
  },
  account_ending: (name, last_four) => `${name} terminada en ${last_four}`,
  ...pages,
  form,
  ...outcomes,
  mails,
  access,
}
