import { newContact, userBody } from '../fixtures.ts'
import {
  digits,
  type FieldFact,
  flag,
  fresh,
  mail,
  type NounFacts,
  reference,
  SENT_ID,
  SENT_TS,
  system,
  text,
} from './field-fact.ts'

const words = (ids: string, name: string, max: number, more: Partial<FieldFact> = {}): FieldFact =>
  text(ids, name, undefined, max, more)

/** Contract 2.8, but for keys, passwords and what a sign-in leaves behind. The table gives no shortest lengths. */
export const userFacts: NounFacts = {
  noun: 'user',
  plural: 'users',
  body: async lab => userBody(lab),
  fields: [
    system('USR-01', 'id', SENT_ID),
    words('USR-02', 'username', 64, { write: 'RPU', of: fresh, noEmpty: true }),
    words('USR-03', 'first_name', 64),
    words('USR-03', 'last_name', 64, { write: 'RPU', noEmpty: true }),
    words('USR-04', 'company_name', 64),
    words('USR-05', 'email', 128, { write: 'RPU', of: mail, noEmpty: true }),
    words('USR-06', 'address', 64),
    words('USR-07', 'city', 100),
    words('USR-08', 'state', 100),
    words('USR-09', 'zip', 10, { of: digits }),
    words('USR-10', 'cell_phone', 10, { of: digits }),
    words('USR-10', 'home_phone', 10, { of: digits }),
    words('USR-10', 'office_phone', 10, { of: digits }),
    words('USR-10', 'office_ext_phone', 10, { of: digits }),
    words('USR-11', 'account_number', 32),
    {
      ids: 'USR-12',
      name: 'date_of_birth',
      kind: 'date',
      write: 'PU',
      values: async () => ['1980-01-31', '1981-02-28'],
    },
    reference('USR-13', 'contact_id', {
      values: async lab => [lab.merchant.contact_id, (await lab.once('second contact', () => newContact(lab))).id],
    }),
    system('USR-15', 'branding_domain_url', 'sent.example'),
    reference('USR-16', 'primary_location_id', {
      write: 'RPU',
      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
      follows: ['ui_prefs'],
    }),
    flag('USR-19', 'email_trx_receipt'),
    words('USR-20', 'locale', 8, { of: length => 'en_US.UTF-8'.slice(0, length) }),
    system('USR-25', 'login_attempts', 7),
    system('USR-26', 'last_login_ts', SENT_TS),
    system('USR-33', 'created_ts', SENT_TS),
    system('USR-33', 'modified_ts', SENT_TS),
    system('USR-34', 'created_user_id', SENT_ID),
  ],
}
