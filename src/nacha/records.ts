import { empty, layout, literal, reserved } from './layout.ts'
import { choice, date, digits, label, money, number, optionalDate, text, time } from './slots.ts'

/** Record 1. */
export const FILE_HEADER = layout(
  [literal(1, '1'), literal(2, '01'), literal(35, '094'), literal(38, '10'), literal(40, '1')],
  {
    immediate_destination: label(4, 13, 'right'),
    immediate_origin: label(14, 23, 'right'),
    created_date: date(24),
    created_time: time(30),
    modifier: label(34, 34),
    destination_name: text(41, 63),
    origin_name: text(64, 86),
    reference: text(87, 94),
  },
)

const BATCH_HEADER_ENDS = {
  service_class: choice(2, 4, ['200', '220', '225', '280']),
  company_name: text(5, 20),
  company_id: label(41, 50),
  sec: text(51, 53),
  entry_description: text(54, 63),
  effective_date: optionalDate(70),
  settlement_day: digits(76, 78, 'blank'),
  originator_status: number(79, 79),
  odfi: digits(80, 87),
  number: number(88, 94),
}

/** Record 5. */
export const BATCH_HEADER = layout([literal(1, '5')], {
  ...BATCH_HEADER_ENDS,
  discretionary: text(21, 40),
  descriptive_date: text(64, 69),
})

/** Record 5 of an international batch. */
export const INTERNATIONAL_BATCH_HEADER = layout([literal(1, '5')], {
  ...BATCH_HEADER_ENDS,
  exchange: text(21, 22),
  reference_indicator: text(23, 23),
  reference: text(24, 38),
  destination_country: text(39, 40),
  from_currency: text(64, 66),
  to_currency: text(67, 69),
})

/** Record 6. */
export const ENTRY = layout([literal(1, '6')], {
  transaction_code: number(2, 3),
  routing: digits(4, 12),
  account: text(13, 29),
  amount: money(30, 39),
  individual_id: text(40, 54),
  name: text(55, 76),
  discretionary: text(77, 78),
  addenda_indicator: number(79, 79),
  trace: digits(80, 94),
})

/** Record 6 of an international batch. */
export const INTERNATIONAL_ENTRY = layout([literal(1, '6'), reserved(17, 29), reserved(75, 76)], {
  transaction_code: number(2, 3),
  routing: digits(4, 12),
  addenda_count: number(13, 16),
  amount: money(30, 39),
  account: text(40, 74),
  gateway_screening: text(77, 77),
  secondary_screening: text(78, 78),
  addenda_indicator: number(79, 79),
  trace: digits(80, 94),
})

/** Record 6 of a batch of advices. */
export const ADVICE_ENTRY = layout([literal(1, '6')], {
  transaction_code: number(2, 3),
  routing: digits(4, 12),
  account: text(13, 27),
  amount: money(28, 39),
  advice_routing: digits(40, 48),
  file_identification: text(49, 53),
  operator_data: text(54, 54),
  name: text(55, 76),
  discretionary: text(77, 78),
  addenda_indicator: number(79, 79),
  operator_routing: digits(80, 87),
  julian_day: number(88, 90),
  sequence: number(91, 94),
})

const BATCH_CONTROL_ENDS = {
  service_class: text(2, 4),
  count: number(5, 10),
  hash: money(11, 20),
  odfi: digits(80, 87),
  number: number(88, 94),
}

/** Record 8. */
export const BATCH_CONTROL = layout([literal(1, '8'), empty(74, 79)], {
  ...BATCH_CONTROL_ENDS,
  debits: money(21, 32),
  credits: money(33, 44),
  company_id: label(45, 54),
  authentication: text(55, 73),
})

/** Record 8 of a batch of advices: wider sums, and operator data instead of the company. */
export const ADVICE_BATCH_CONTROL = layout([literal(1, '8')], {
  ...BATCH_CONTROL_ENDS,
  debits: money(21, 40),
  credits: money(41, 60),
  authentication: text(61, 79),
})

const FILE_CONTROL_STARTS = {
  batches: number(2, 7),
  blocks: number(8, 13),
  count: number(14, 21),
  hash: money(22, 31),
}

/** Record 9. */
export const FILE_CONTROL = layout([literal(1, '9'), empty(56, 94)], {
  ...FILE_CONTROL_STARTS,
  debits: money(32, 43),
  credits: money(44, 55),
})

/** Record 9 of a file of advices. */
export const ADVICE_FILE_CONTROL = layout([literal(1, '9'), empty(72, 94)], {
  ...FILE_CONTROL_STARTS,
  debits: money(32, 51),
  credits: money(52, 71),
})
