import { type BrokenRule, NOT_VALID, replacing } from './broken-rule.ts'

const SCANNER = 'src/resources/scanner/scanner.ts'
const TERM = 'src/resources/deviceterm/deviceterm.ts'
const TERM_RULES = 'src/resources/deviceterm/deviceterm.rules.ts'
const TERM_OPERATIONS = 'src/resources/deviceterm/deviceterm.operations.ts'

const scannerRules: BrokenRule[] = replacing('test/api/scanners.test.ts', [
  {
    title: 'SCN-01 SCN-05 SCN-06 SCN-08 SCN-09 SCN-10 POST with the four fields answers the scanner',
    rule: 'A new scanner is not active.',
    statements: ['SCN-06'],
    says: 'active of a new scanner: expected 1, got 0',
    edits: [
      {
        file: SCANNER,
        find: "active: flag('PU', { fallback: true })",
        replace: "active: flag('PU', { fallback: false })",
      },
    ],
  },
  {
    title: 'SCN-01 SCN-05 SCN-06 SCN-08 SCN-09 SCN-10 POST with the four fields answers the scanner',
    rule: 'A scanner shows a hidden column of its table.',
    statements: ['SCN-09', 'SCN-10'],
    says: 'the members of a scanner',
    edits: [
      { file: SCANNER, find: "always: true, reach: 'hidden', note: 'Follows", replace: "always: true, note: 'Follows" },
    ],
  },
  {
    title: 'SCN-01 SCN-05 SCN-06 SCN-08 SCN-09 SCN-10 POST with the four fields answers the scanner',
    rule: 'An update of a scanner does not record the user.',
    statements: ['SCN-08'],
    says: 'the acting users after an update',
    edits: [
      {
        file: 'src/engine/store.ts',
        find: 'const modified_user_id = actor.caller.user_id ?? before.modified_user_id',
        replace: 'const { modified_user_id } = before',
      },
    ],
  },
  {
    title: 'SCN-07 created_ts and modified_ts are the time of the write, whatever is sent',
    rule: 'A caller can set created_ts of a scanner.',
    statements: ['SCN-07'],
    says: 'created_ts',
    edits: [{ file: SCANNER, find: 'created_ts: stamp(),', replace: "created_ts: stamp('P', { fallback: 1 })," }],
  },
  {
    title: 'SCN-02 SCN-03 title and serial_number take 24 characters, not 25',
    rule: 'A title can have at most 23 characters.',
    statements: ['SCN-02'],
    says: 'answered 422, expected 201',
    edits: [{ file: SCANNER, find: "title: text(1, 24, 'RPU')", replace: "title: text(1, 23, 'RPU')" }],
  },
  {
    title: 'SCN-02 SCN-03 title and serial_number take 24 characters, not 25',
    rule: 'A serial number of 25 characters is accepted.',
    statements: ['SCN-03'],
    says: 'serial_number',
    edits: [{ file: SCANNER, find: "serial_number: text(1, 24, 'RPU'", replace: "serial_number: text(1, 25, 'RPU'" }],
  },
  {
    title: 'SCN-09 each of the four fields is required',
    rule: 'A location is not required.',
    statements: ['SCN-05'],
    says: 'location_id',
    edits: [
      { file: SCANNER, find: "location_id: ref('location', 'RP'),", replace: "location_id: ref('location', 'P')," },
    ],
  },
  {
    title: 'SCN-04 scanner_model_id is a known model, an integer of at most ten digits',
    rule: 'An invalid model is reported for another field.',
    statements: ['SCN-04'],
    says: 'not for scanner_model_id',
    edits: [NOT_VALID],
  },
  {
    title: 'SCN-11 SCN-12 PUT changes a scanner, GET shows it',
    rule: 'PUT does not change a title.',
    statements: ['SCN-11'],
    says: 'title: expected "Other"',
    edits: [{ file: SCANNER, find: "title: text(1, 24, 'RPU')", replace: "title: text(1, 24, 'RP')" }],
  },
  {
    title: 'SCN-14 DELETE answers 204 without a body, and the scanner is gone',
    rule: 'No scanner can be deleted.',
    statements: ['SCN-14'],
    says: 'answered 409, expected 204',
    edits: [
      {
        file: 'src/resources/scanner/scanner.rules.ts',
        find: 'if (is_used) throw',
        replace: 'if (is_used || true) throw',
      },
    ],
  },
  {
    title: 'SCN-13 the list filters by title, serial_number and scanner_model_id',
    rule: 'A filter by serial number matches everything.',
    statements: ['SCN-13'],
    says: 'scanners of one serial_number',
    edits: [
      {
        file: 'src/engine/filter.ts',
        find: "if (filter.text === 'null' && !filter.always)",
        replace: "if (filter.name === 'serial_number') return 'true'\n  if (filter.text === 'null' && !filter.always)",
      },
    ],
  },
  {
    title: 'SCN-15 ERR-04 DELETE of a scanner whose transactions exist answers 409 with errors',
    rule: 'A scanner is deleted although payments refer to it.',
    statements: ['SCN-15', 'ERR-04'],
    says: 'answered 204, expected 409',
    edits: [
      {
        file: 'src/resources/scanner/scanner.rules.ts',
        find: 'if (is_used) throw',
        replace: 'if (is_used && false) throw',
      },
    ],
  },
  {
    title: 'SCN-16 SCN-17 the expands of a scanner, the manufacturer of its model included',
    rule: 'The manufacturer of a scanner cannot be expanded.',
    statements: ['SCN-17'],
    says: 'scanner_manufacturer: GET scanners',
    edits: [
      {
        file: SCANNER,
        find: "    scanner_manufacturer: one('scannermanufacturer', 'scanner_manufacturer_id'),\n",
        replace: '',
      },
    ],
  },
  {
    title: 'SCN-16 SCN-17 the expands of a scanner, the manufacturer of its model included',
    rule: 'The user who created a scanner cannot be expanded.',
    statements: ['SCN-16'],
    says: 'created_user: GET scanners',
    edits: [
      {
        file: SCANNER,
        find: "    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),\n",
        replace: '',
      },
    ],
  },
])

const devicetermRules: BrokenRule[] = replacing('test/api/deviceterm.test.ts', [
  {
    title: 'DT-02 DT-12 DT-13 DT-14 terms are shown, accepted and signed, and the answer is the wrapped record',
    rule: 'The answer for terms includes how often they were shown.',
    statements: ['DT-14'],
    says: 'the members of a term',
    edits: [
      {
        file: TERM,
        find: "prompts: integer(9, 'S', { always: true, reach: 'hidden',",
        replace: "prompts: integer(9, 'S', { always: true,",
      },
      { file: TERM, find: "    'created_user_id',\n  ],\n", replace: "    'created_user_id',\n    'prompts',\n  ],\n" },
    ],
  },
  {
    title: 'DT-06 true and 1 require a signature; without one the signature is null',
    rule: 'A signature is requested and stored although none is required.',
    statements: ['DT-06'],
    says: 'the signatures of a term that needs none',
    edits: [
      {
        file: TERM_OPERATIONS,
        find: '{ text, require_signature, wait_seconds }, device, longest)',
        replace: '{ text, require_signature: true, wait_seconds }, device, longest)',
      },
    ],
  },
  {
    title: 'DT-03 DT-04 DT-06 DT-07 DT-08 required fields and lengths, all told at once',
    rule: 'A location is not required.',
    statements: ['DT-03'],
    says: 'location_id',
    edits: [{ file: TERM, find: "location_id: ref('location', 'RP'),", replace: "location_id: ref('location', 'P')," }],
  },
  {
    title: 'DT-03 DT-04 DT-06 DT-07 DT-08 required fields and lengths, all told at once',
    rule: 'Terms can have at most 4095 characters.',
    statements: ['DT-07'],
    says: 'answered 422, expected 201',
    edits: [{ file: TERM, find: "text(1, 4096, 'RP'", replace: "text(1, 4095, 'RP'" }],
  },
  {
    title: 'DT-03 DT-04 DT-06 DT-07 DT-08 required fields and lengths, all told at once',
    rule: 'The caller’s own id can have at most 35 characters.',
    statements: ['DT-08'],
    says: 'answered 422, expected 201',
    edits: [
      { file: TERM, find: "device_terms_api_id: text(0, 36, 'P'", replace: "device_terms_api_id: text(0, 35, 'P'" },
    ],
  },
  {
    title: 'DT-05 the terminal has to be attached to the location, in use, and of a make that is spoken to',
    rule: 'A terminal of another location shows the terms.',
    statements: ['DT-05'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: TERM_RULES,
        find: 'if (device.location_id !== draft.location_id) throw',
        replace: 'if (device.location_id !== draft.location_id && false) throw',
      },
    ],
  },
  {
    title: 'DT-05 the terminal has to be attached to the location, in use, and of a make that is spoken to',
    rule: 'An inactive terminal shows the terms.',
    statements: ['DT-05'],
    says: 'answered 201, expected 422',
    edits: [{ file: TERM_RULES, find: 'if (!device.active) throw', replace: 'if (!device.active && false) throw' }],
  },
  {
    title: 'DT-01 DT-18 ERR-07 a signature cannot be required of a terminal that takes none',
    rule: 'A signature can be required on a terminal that cannot take one.',
    statements: ['DT-01', 'DT-18', 'ERR-07'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: TERM_RULES,
        find: 'if (!draft.require_signature || (device',
        replace: 'if (!draft.require_signature || true || (device',
      },
    ],
  },
  {
    title: 'DT-09 device_terms_api_id is unique per location: accepted terms are not shown again',
    rule: 'Accepted terms are shown again.',
    statements: ['DT-09'],
    says: 'answered 200, expected 422',
    edits: [
      {
        file: TERM_RULES,
        find: 'if (row.reason_code_id === REASON.accepted)',
        replace: 'if (row.reason_code_id === 0)',
      },
    ],
  },
  {
    title: 'DT-19 terms that ended with 1500 are shown again under the same id, as an update',
    rule: 'Terms that are shown again keep their old text.',
    statements: ['DT-19'],
    says: 'DECLINE: the terms that were shown again',
    edits: [
      {
        file: TERM_OPERATIONS,
        find: 'const shown = { terminal_id, require_signature, terms_conditions }',
        replace:
          'const shown = { terminal_id, require_signature, terms_conditions: known?.terms_conditions ?? terms_conditions }',
      },
    ],
  },
  {
    title: 'DT-19 terms that ended with 1531 are shown again under the same id, as an update',
    rule: 'Terms that are shown again keep their old text.',
    statements: ['DT-19'],
    says: 'TIMEOUT: the terms that were shown again',
    edits: [
      {
        file: TERM_OPERATIONS,
        find: 'const shown = { terminal_id, require_signature, terms_conditions }',
        replace:
          'const shown = { terminal_id, require_signature, terms_conditions: known?.terms_conditions ?? terms_conditions }',
      },
    ],
  },
  {
    title: 'DT-15 one record is read by its id; that of another merchant is not there',
    rule: 'The answer to a POST lacks the user who showed the terms.',
    statements: ['DT-15'],
    says: 'the term read after the create',
    edits: [
      {
        file: TERM_OPERATIONS,
        find: "return work.update(deviceterm, row, { reason_code_id }, { verb: 'answered' })",
        replace:
          "return { ...(await work.update(deviceterm, row, { reason_code_id }, { verb: 'answered' })), created_user_id: null }",
      },
    ],
  },
  {
    title: 'DT-16 the list is wrapped, newest first, with meta and signatures, also with a slash at its end',
    rule: 'The list starts with the oldest terms.',
    statements: ['DT-16'],
    says: 'the ids of the terms, newest first',
    edits: [
      {
        file: TERM,
        find: "  api_id: 'device_terms_api_id',\n",
        replace: "  api_id: 'device_terms_api_id',\n  sort: 'created_ts',\n",
      },
    ],
  },
  {
    title: 'DT-17 every filter of the contract',
    rule: 'A filter by device_term_api_id searches the text of the terms.',
    statements: ['DT-17'],
    says: 'device_term_api_id',
    edits: [
      { file: TERM, find: "      column: 'device_terms_api_id',\n", replace: "      column: 'terms_conditions',\n" },
    ],
  },
  {
    title: 'DT-20 DT-21 every expand of the contract; signature has the name of the field and is there unasked',
    rule: 'The expand of the terminal uses the wrong id.',
    statements: ['DT-20'],
    says: 'terminal is null',
    edits: [
      {
        file: TERM,
        find: "terminal: one('terminal', 'terminal_id')",
        replace: "terminal: one('terminal', 'location_id')",
      },
    ],
  },
  {
    title: 'DT-20 DT-21 every expand of the contract; signature has the name of the field and is there unasked',
    rule: 'The expand of the signature uses the wrong key.',
    statements: ['DT-21'],
    says: 'signature is null',
    edits: [
      {
        file: TERM,
        find: "signature: one('signature', 'id', 'resource_id')",
        replace: "signature: one('signature', 'terminal_id', 'resource_id')",
      },
    ],
  },
])

export const deviceRules: BrokenRule[] = [...scannerRules, ...devicetermRules]
