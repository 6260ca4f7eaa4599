import { type BrokenRule, replacing } from './broken-rule.ts'

const USER = 'src/resources/user/user.ts'
const RULES = 'src/resources/user/user.rules.ts'
const COMMANDS = 'src/resources/user/user.commands.ts'

/** A broken rule: a field accepts one character less than the contract says. */
const shorter = (statement: string, name: string, field: string, longest: number) => ({
  title: `${statement} ${name} keeps its limits, on create and on change`,
  rule: `${name} can have at most ${longest - 1} characters.`,
  statements: [statement],
  says: `user.${name}`,
  edits: [
    {
      file: USER,
      find: `    ${name}: ${field}`,
      replace: `    ${name}: ${field.replace(`${longest}`, `${longest - 1}`)}`,
    },
  ],
})

const fieldRules: BrokenRule[] = replacing('test/api/user.test.ts', [
  shorter('USR-02', 'username', "text(1, 64, 'RPU'", 64),
  shorter('USR-03', 'first_name', "text(undefined, 64, 'PU')", 64),
  shorter('USR-03', 'last_name', "text(1, 64, 'RPU')", 64),
  shorter('USR-04', 'company_name', "text(undefined, 64, 'PU')", 64),
  shorter('USR-05', 'email', "text(1, 128, 'RPU'", 128),
  shorter('USR-06', 'address', "text(undefined, 64, 'PU')", 64),
  shorter('USR-07', 'city', "text(undefined, 100, 'PU')", 100),
  shorter('USR-08', 'state', "text(undefined, 100, 'PU')", 100),
  shorter('USR-09', 'zip', "text(undefined, 10, 'PU')", 10),
  ...['cell_phone', 'home_phone', 'office_phone', 'office_ext_phone'].map(name => ({
    title: `USR-10 ${name} keeps its limits, on create and on change`,
    rule: `${name} can have at most 9 digits.`,
    statements: ['USR-10'],
    says: `user.${name}`,
    edits: [{ file: USER, find: `    ${name}: phone(),`, replace: `    ${name}: text(undefined, 9, 'PU'),` }],
  })),
  shorter('USR-11', 'account_number', "text(undefined, 32, 'PU'", 32),
  {
    title: 'USR-12 date_of_birth keeps its limits, on create and on change',
    rule: 'A date needs no hyphens.',
    statements: ['USR-12'],
    says: 'user.date_of_birth, dates',
    edits: [
      {
        file: 'src/definition/kinds/date.ts',
        find: String.raw`/^\d{4}-\d{2}-\d{2}$/`,
        replace: String.raw`/^\d{4}-?\d{2}-?\d{2}$/`,
      },
    ],
  },
  {
    title: 'USR-17 F10 user_type_id keeps its limits, on create and on change',
    rule: 'No user can have type 600.',
    statements: ['USR-17'],
    says: 'answered 422, expected 201',
    edits: [
      {
        file: USER,
        find: "user_type_id: choice(USER_TYPES, 'RPU'",
        replace:
          "user_type_id: choice(USER_TYPES.filter(type => Number(type) !== 600) as never as typeof USER_TYPES, 'RPU'",
      },
    ],
  },
  {
    title: 'USR-18 status_id keeps its limits, on create and on change',
    rule: 'A status can be 2.',
    statements: ['USR-18'],
    says: 'expected 422',
    edits: [{ file: USER, find: "status_id: choice([0, 1], 'PU'", replace: "status_id: choice([0, 1, 2], 'PU'" }],
  },
  {
    title: 'USR-19 email_trx_receipt keeps its limits, on create and on change',
    rule: 'email_trx_receipt cannot be changed.',
    statements: ['USR-19'],
    says: 'user.email_trx_receipt',
    edits: [{ file: USER, find: "email_trx_receipt: flag('PU'", replace: "email_trx_receipt: flag('P'" }],
  },
  shorter('USR-20', 'locale', "text(undefined, 8, 'PU')", 8),
  {
    title: 'USR-21 tz keeps its limits, on create and on change',
    rule: 'An unknown time zone is accepted.',
    statements: ['USR-21'],
    says: 'expected 422',
    edits: [
      {
        file: RULES,
        find: "  if (sent.tz && !isTimeZone(sent.tz)) problems.add('tz', 'Tz is not a known time zone.')\n",
        replace: '',
      },
    ],
  },
  {
    title: 'USR-35 ui_prefs keeps its limits, on create and on change',
    rule: 'page_size can be a word.',
    statements: ['USR-35'],
    says: 'expected 422',
    edits: [
      {
        file: RULES,
        find: 'if (page_size !== undefined && !isPageSize(page_size))',
        replace: 'if (page_size === 0 && !isPageSize(page_size))',
      },
    ],
  },
  {
    title: 'USR-13 a contact of the same merchant can be named, no other',
    rule: 'The contact of a user cannot be removed.',
    statements: ['USR-13'],
    says: 'contact_id',
    edits: [{ file: USER, find: "contact_id: ref('contact', 'PU')", replace: "contact_id: ref('contact', 'P')" }],
  },
  {
    title: 'USR-14 the domain is the location’s, or one of the same merchant',
    rule: 'branding_domain_id is ignored.',
    statements: ['USR-14'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: USER,
        find: "branding_domain_id: ref('branding_domain', 'P', { reach",
        replace: "branding_domain_id: ref('branding_domain', 'U', { reach",
      },
    ],
  },
  {
    title: 'USR-02 a username is taken once per domain, capitals or not',
    rule: 'A duplicate username is reported for email.',
    statements: ['USR-02'],
    says: 'not for username',
    edits: [
      {
        file: USER,
        find: "{ user_username_key: 'username', user_username_folded_key: 'username' }",
        replace: "{ user_username_key: 'email', user_username_folded_key: 'email' }",
      },
    ],
  },
  {
    title: 'USR-25 USR-26 USR-27 USR-28 USR-30 USR-31 USR-32 USR-33 what the system keeps is there and cannot be sent',
    rule: 'A caller can set the terms that a user accepted.',
    statements: ['USR-32'],
    says: 'terms_condition_id after it was sent',
    edits: [
      {
        file: USER,
        find: "terms_condition_id: text(undefined, 36, 'S')",
        replace: "terms_condition_id: text(undefined, 36, 'PU')",
      },
    ],
  },
  {
    title: 'USR-29 current_date_time is now in the zone of the user',
    rule: 'current_date_time is in the time zone of the location.',
    statements: ['USR-29'],
    says: 'current_date_time is',
    edits: [{ file: USER, find: '(row.tz as string | null) || fact.zone', replace: 'fact.zone' }],
  },
  {
    title: 'USR-35 USR-36 USR-37 USR-38 USR-39 USR-40 preferences have defaults and change one by one',
    rule: 'Preferences are replaced as a whole.',
    statements: ['USR-35'],
    says: 'page_size and entry_page after an update of one',
    edits: [
      {
        file: RULES,
        find: '{ ui_prefs: { ...(row.ui_prefs as object), ...(change.ui_prefs as object) } }',
        replace: '{ ui_prefs: { ...(change.ui_prefs as object) } }',
      },
    ],
  },
  {
    title: 'USR-35 USR-36 USR-37 USR-38 USR-39 USR-40 preferences have defaults and change one by one',
    rule: 'The default terminal of a new user does not exist.',
    statements: ['USR-40'],
    says: 'default_terminal',
    edits: [
      { file: RULES, find: 'default_terminal: terminals.at(-1)?.id ?? null', replace: 'default_terminal: place.id' },
    ],
  },
  {
    title: 'USR-44 a change touches what was sent',
    rule: 'first_name cannot be changed.',
    statements: ['USR-44'],
    says: 'first_name: expected "Alex"',
    edits: [
      {
        file: USER,
        find: "    first_name: text(undefined, 64, 'PU'),",
        replace: "    first_name: text(undefined, 64, 'P'),",
      },
    ],
  },
  {
    title: 'USR-47 users/me is who asks',
    rule: 'users/me has no expands.',
    statements: ['USR-47'],
    says: 'primary_location',
    edits: [{ file: USER, find: "    primary_location: one('location', 'primary_location_id'),\n", replace: '' }],
  },
  {
    title: 'USR-48 users are listed with filters',
    rule: 'A filter by the hash of a key finds users.',
    statements: ['USR-48'],
    says: 'answered 200, expected 422',
    edits: [
      {
        file: 'src/engine/filter.ts',
        find: 'if (field) return field.options.reach && column === name ? null',
        replace: "if (field) return field.options.reach && field.options.reach !== 'secret' && column === name ? null",
      },
    ],
  },
  {
    title: 'USR-49 nobody deletes himself',
    rule: 'A user who deletes their own record gets 422 instead of 409.',
    statements: ['USR-49'],
    says: 'answered 422, expected 409',
    edits: [
      {
        file: RULES,
        find: "'Your own user cannot be deleted.', 409)",
        replace: "'Your own user cannot be deleted.', 422)",
      },
    ],
  },
])

const credentialRules: BrokenRule[] = replacing('test/api/user-credentials.test.ts', [
  {
    title: 'USR-22 USR-42 AUTH-KEY-05 a key of the own choice works, and only on create',
    rule: 'A chosen key can have 15 characters.',
    statements: ['USR-22'],
    says: 'answered 201, expected 422',
    edits: [{ file: USER, find: "user_api_key: text(16, 64, 'P'", replace: "user_api_key: text(15, 64, 'P'" }],
  },
  {
    title: 'USR-43 AUTH-KEY-05 a generated key works at once and ends the old one',
    rule: 'A generated key contains a character that queries must escape.',
    statements: ['USR-43'],
    says: 'user_api_key',
    edits: [
      {
        file: COMMANDS,
        find: "randomBytes(24).toString('base64url')",
        replace: "randomBytes(24).toString('base64url').concat('=')",
      },
    ],
  },
  {
    title: 'USR-45 USR-51 the own password is changed by who knows the old one',
    rule: 'The new password can equal the old one.',
    statements: ['USR-45', 'USR-51'],
    says: 'answered 200, expected 422',
    edits: [
      {
        file: COMMANDS,
        find: 'if (old_password === password) throw',
        replace: 'if (old_password === password && false) throw',
      },
    ],
  },
  {
    title: 'USR-50 a password set for somebody else has to be replaced',
    rule: 'A password set by another user needs no change.',
    statements: ['USR-50'],
    says: 'requires_new_password: expected "1"',
    edits: [{ file: RULES, find: 'requires_new_password: !isSelf,', replace: 'requires_new_password: false,' }],
  },
  {
    title: 'USR-49 a deleted user is gone and his key with him',
    rule: 'The key of a deleted user still works.',
    statements: ['USR-49'],
    says: 'expected 401',
    edits: [{ file: 'src/auth/caller-of.ts', find: ' and u.deleted_ts is null', replace: '' }],
  },
  {
    title: 'USR-18 an inactive user cannot come in',
    rule: 'The key of an inactive user still works.',
    statements: ['USR-18'],
    says: 'answered 200, expected 401',
    edits: [{ file: 'src/auth/caller-of.ts', find: ' and u.status_id = 1`', replace: '`' }],
  },
])

export const userRules: BrokenRule[] = [...fieldRules, ...credentialRules]
