/**
 * @typedef {object} Printer
 * @property {(text: string, data: unknown) => void} tell Prints a line for people, or with --json the data as one line.
 * @property {(text: string) => void} note Prints what is for people only, on standard error.
 */

/**
 * @param {boolean} as_json
 * @param {(line: string) => void} out
 * @param {(line: string) => void} err
 * @returns {Printer}
 */
export function printer(as_json, out, err) {
  return {
    tell: (text, data) => out(as_json ? JSON.stringify(data) : text),
    note: text => err(text),
  }
}

/**
 * Returns the local time of a moment.
 * @param {number} milliseconds
 */
export function clockTime(milliseconds) {
  return new Date(milliseconds).toLocaleTimeString('en-GB', { hour12: false })
}

/**
 * Returns what matters of a record, in words.
 * @param {string} resource
 * @param {Record<string, any>} record
 */
export function inShort(resource, record) {
  const { id, status_id, payment_status_id, transaction_amount, amount_due, title, status, last_name } = record ?? {}
  const words = [transaction_amount ?? amount_due ?? title ?? last_name, STATUS[status_id] ?? status]
  const state = resource === 'transaction' ? words : [words[0], INVOICE[payment_status_id] ?? status]
  return [resource, id, ...state].filter(word => word !== undefined && word !== null).join('  ')
}

/** @type {Record<number, string>} */
const STATUS = {
  0: 'not known yet',
  101: 'approved',
  102: 'authorised',
  111: 'refunded',
  131: 'pending',
  132: 'sent to the bank',
  134: 'settled',
  136: 'rejected by the bank',
  201: 'voided',
  301: 'declined',
  331: 'returned by the bank',
}

/** @type {Record<number, string>} */
const INVOICE = { 1: 'unpaid', 2: 'paid', 3: 'partly paid' }
