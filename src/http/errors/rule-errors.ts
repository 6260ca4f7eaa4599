import type { ExplainedError } from './explained-error.ts'

const FIELDS = [422, 409] as const

/** What can be wrong with a field, in the order in which a text is compared. The last one is every other rule. */
export const RULE_ERRORS: readonly ExplainedError[] = [
  {
    name: 'wrapper-missing',
    title: 'The record is not wrapped',
    status: [422],
    says: /^The (?:body|request) has no /,
    means:
      'One record is sent under its own name. Without that name the gateway sees an empty record, so every required field is missing.',
    steps: [
      'Wrap the fields: {"contact": {"last_name": "…"}}.',
      'The name is that of one record, not of the list: contact, not contacts.',
    ],
    example: 'The body has no contact. Wrap the fields under that name: {"contact": {…}}.',
  },
  {
    name: 'misspelt-field',
    title: 'A field has another name',
    status: [422],
    says: /^There is no field /,
    means:
      'The body has a name that is no field of this record. It was ignored, and so the field that was meant counts as not sent.',
    steps: [
      'Use the name that the hint gives.',
      'The header Tollgate-Ignored-Fields lists all names that were not read.',
    ],
    example: 'There is no field lastname. Did you mean last_name?',
  },
  {
    name: 'unknown-parameter',
    title: 'A parameter has another name',
    status: [422],
    says: /^There is no column |is not a column of|is not an expand of|names that \w+ records do not have/,
    means: 'A filter, a sort or an expand names something that these records do not have.',
    steps: [
      'Look at “Filters and sorting” and “Expands” on the page of the record.',
      'Parameters that are no filters begin with an underscore, or are sort, page, page_size and expand.',
    ],
    example: '"colour" is not a column of contacts.',
  },
  {
    name: 'card-data',
    title: 'A card number where none may be',
    status: FIELDS,
    says: /must not (?:contain|have) a /,
    means:
      'A text holds what looks like a card number or security code. These are taken in the fields made for them only, where they are encrypted.',
    steps: [
      'Send card numbers in account_number and security codes in cvv.',
      'Take them out of descriptions, notes, names of files and ids of your own.',
    ],
    example: 'Description must not contain a card number.',
  },
  {
    name: 'second-person',
    title: 'A refund needs the approval of another user',
    status: FIELDS,
    says: /Refund Approval Id|A refund is approved by|who approved it is no longer/,
    means:
      'Its product has a refund_approval_amount. A larger refund, or several that come to more, needs an approval that fits it exactly and was not used before.',
    steps: [
      'Ask for one: POST /v2/refundapprovals with the payment and the amount.',
      'Have another user approve it within a day: POST /v2/refundapprovals/{id}/approve.',
      'Send the refund with refund_approval_id, as the user who asked.',
    ],
    example: 'Refund Approval Id has expired: ask again.',
  },
  {
    name: 'blank',
    title: 'A required field is missing',
    status: FIELDS,
    says: /cannot be blank|details missing|is needed/,
    means:
      'The field has to be there and must not be empty. Some are required by the product or by another field that was sent.',
    steps: [
      'Send the field, spelled as in the error, inside the wrapper of the record.',
      'If you did send it: look at hints in the body for a misspelt name.',
    ],
    example: 'Last Name cannot be blank.',
  },
  {
    name: 'reference',
    title: 'A record that is not there',
    status: FIELDS,
    says: /provided is not valid|is not a payment of|names \S+, which is no/,
    means:
      'The field names a record that does not exist for you, or one that cannot be used here: of another location, deleted, or of another kind.',
    steps: [
      'Read the record by its id with the same keys.',
      'Check that it belongs to the location of the request or to one above it.',
    ],
    example: 'contact_id provided is not valid',
  },
  {
    name: 'taken',
    title: 'Taken already',
    status: FIELDS,
    says: /already been taken|belongs to another|on another|of another|verified already|exists already|is one already/,
    means: 'Another record has this value, and only one may.',
    steps: [
      'Read the record that has it: your own ids are found with ?api_id=1.',
      'Was it your own request, sent twice? Then the first one worked. Send an Idempotency-Key with each request.',
    ],
    example: 'Transaction Api Id has already been taken.',
  },
  {
    name: 'date',
    title: 'A date, month or time has another form',
    status: FIELDS,
    says: /MMYY|yyyy-mm-dd|valid date|Unix timestamp|time zone|in the past|[Dd]ate (?:cannot|must)/,
    means:
      'Dates are yyyy-mm-dd, expiry months MMYY (1227 is December 2027), timestamps Unix seconds. Some dates may not be past, or not before another.',
    steps: [
      'Send a date as 2027-01-31 and an expiry month as 1227, both as strings.',
      'Days count in the time zone of the location.',
    ],
    example: 'Exp Date must be a month of the form MMYY, such as 1227.',
  },
  {
    name: 'amount',
    title: 'An amount or number does not fit',
    status: FIELDS,
    says: /two decimals|must be (?:an integer|no (?:less|greater)|greater|more|less|at (?:least|most)|a (?:number|percentage))|is more than|add up to|not be negative|includes tax/i,
    means:
      'Amounts have at most two decimals and no currency sign: "10.50". Parts of an amount may not be more than the whole.',
    steps: [
      'Send amounts as strings such as "10.50".',
      'Compare tax, tip and subtotal with the amount that they are part of.',
    ],
    example: 'Transaction Amount must be an amount such as 10.50, with at most two decimals.',
  },
  {
    name: 'choice',
    title: 'A value that is not in the list',
    status: FIELDS,
    says: /must be (?:one of|either|\w+ or \w+\.)|must hold/,
    means: 'The field takes certain values only; the text lists them.',
    steps: [
      'Send one of the values that the text lists, spelled the same.',
      'Values of numbers may be sent as numbers or as strings.',
    ],
    example: 'Payment Method must be one of cc, ach.',
  },
  {
    name: 'length',
    title: 'Too long or too short',
    status: FIELDS,
    says: /should contain|should be at most|is longer than/,
    means: 'The value has more or fewer characters, digits or items than the field takes.',
    steps: [
      'The text says how many. Characters are counted as a person sees them.',
      'Digits of a number are counted without its sign.',
    ],
    example: 'Description should contain at most 64 characters.',
  },
  {
    name: 'in-use',
    title: 'Something still depends on it',
    status: FIELDS,
    says: /cannot be deleted|is tied to|has a recurring|reached through|a payment has been made/,
    means: 'Other records need this one, so it cannot be deleted or changed in this way.',
    steps: ['End or delete what depends on it first.', 'Where payments were made with it, make it inactive instead.'],
    example: 'Terminal was used for transactions and cannot be deleted.',
  },
  {
    name: 'state',
    title: 'Not in this state',
    status: FIELDS,
    says: /is closed|not closed|has (?:ended|expired|gone)|on hold|settled|is at work|being shown|cannot be (?:updated|reopened|changed|asked)|not an approved|was not refused|not kept|no longer stored|still to be tried|no open batch|must be active|waits for|came back|deposits are|less left to pay|verified by|Only an approved/,
    means: 'The record is in a state in which this cannot be done, or not any more.',
    steps: ['Read the record and look at its status.', 'The page of the record says which state allows what.'],
    example: 'Quick Invoice is closed and cannot be updated.',
  },
  {
    name: 'not-offered',
    title: 'Not offered here',
    status: FIELDS,
    says: /not available|does not (?:allow|accept|process|fit|take)|not allowed|is of (?:a card|an encrypting)|is taken with|do not|not (?:offered|active|supported|taken|capable|used)|switched off|has no |no product|Nothing (?:is|can)|needs an? |is its limit|is locked|which it may not/,
    means: 'The product, location, terminal or processor does not do this, or it is switched off.',
    steps: [
      'Look at the settings of the product and the location.',
      'Ask the merchant’s administrator to switch it on, or use another product.',
    ],
    example: 'Action tipadjust is not available in Ecommerce.',
  },
  {
    name: 'rights',
    title: 'More than you may',
    status: FIELDS,
    says: /more rights|at the root only|[Yy]our own user|own user|may not|changes? it first/,
    means:
      'You may change the record, but not give this value: it would give rights that you do not have, or lock yourself out.',
    steps: ['Ask a user with more rights.'],
    example: 'User Type Id cannot have more rights than your own.',
  },
  {
    name: 'fields-together',
    title: 'Fields that do not go together',
    status: FIELDS,
    says: /(?:sent|both|must be) together|never both|only one of|must be (?:the same|that of)|must differ|has to be sent|as that of the account|tells? /,
    means: 'Each value fits by itself, but not beside the others that were sent or that the record has.',
    steps: ['Compare the fields that the text names.', 'Send only those that you mean to change.'],
    example: 'Dl Number and Dl State must be sent together.',
  },
  {
    name: 'device',
    title: 'The terminal did not do it',
    status: [422],
    says: /^[A-Z][A-Z0-9 .,'/-]+$|[Tt]erminals? /,
    means:
      'The device was asked and nothing was authorised: it was not reached, the customer cancelled, or it is busy.',
    steps: [
      'Look at the device: is it on, connected, and showing its start screen?',
      'Send the request again. If you are not sure what became of the first, list the runs of the terminal.',
    ],
    example: 'CONNECT ERROR',
  },
  {
    name: 'format',
    title: 'The value has another form',
    status: FIELDS,
    says: /is invalid|easy to guess|is not the code|beyond the year|not a valid|must (?:be|contain|name|have)|cannot be read|two tracks of|not the line of a check|does not hold the picture|should be an identifier|provided|holds no valid|fails? /,
    means: 'The field takes values of one form only; the text says which.',
    steps: [
      'Compare the value with the form that the text gives.',
      'Look at the example of the field on the page of its record.',
    ],
    example: 'Email is not a valid email address.',
  },
  {
    name: 'rule',
    title: 'A rule of the record',
    status: FIELDS,
    means: 'The value has the right form, but a rule of this record stands against it. The text says which.',
    steps: [
      'Read the text: it names what stands in the way.',
      'The page of the record lists its rules under “Refusals”.',
    ],
    example: 'Every address of this Quick Invoice is blacklisted.',
  },
]
