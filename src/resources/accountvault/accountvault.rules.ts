import type { Change, Draft, Row } from '../../definition/resource.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { abaValid } from '../../lib/aba.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { isExpired, latestPlace } from '../../lib/exp-date.ts'
import { bankNameProblem } from '../../lib/latin.ts'
import { localDate } from '../../lib/local-date.ts'
import { label } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import { parseTrackData } from '../../lib/track-data.ts'
import { location } from '../location/location.ts'
import { CARD_SOURCES, sourcesSent } from './account-sources.ts'
import { accountvault } from './accountvault.ts'

type Vault = typeof accountvault
type Sent = Partial<Draft<Vault>>
type Problems = ProblemList<Vault>

const { rules, accept, refuse } = rulesOf(accountvault)

/** What a number needs beside itself, by payment method (contract 2.3). */
const WITH_NUMBER = {
  cc: ['account_number', 'exp_date'],
  ach: ['account_number', 'account_holder_name', 'account_type', 'is_company', 'routing'],
} as const

const BANK_ACCOUNT_TYPES = ['checking', 'savings']
const TOGETHER = 'Dl Number and Dl State must be sent together.'

export const accountvaultRules = rules({
  create: {
    validate(draft, problems, { seconds }) {
      const [source = 'account_number', ...others] = sourcesSent(draft)
      for (const other of others) problems.add(other, `${label(other)} cannot be sent together with ${source}.`)
      if (source === 'account_number') examineNumber(draft, problems)
      // Where its month is over everywhere: zones are looked at later, with the location.
      if (draft.payment_method === 'cc' && draft.exp_date && isExpired(draft.exp_date, latestPlace(seconds)))
        problems.add('exp_date', 'Exp Date is in the past.')
      if (draft.payment_method === 'ach' && CARD_SOURCES.includes(source)) {
        problems.add('payment_method', `Payment Method must be cc for ${source}.`)
      }
      if (source === 'track_data') examineTrack(draft.track_data, problems)
      if ((draft.dl_number === null) !== (draft.dl_state === null)) {
        problems.add(draft.dl_number === null ? 'dl_number' : 'dl_state', TOGETHER)
      }
    },
  },
  update: {
    validate({ dl_number, dl_state }, problems, sent) {
      if (dl_number === undefined && dl_state === undefined) return
      for (const name of ['dl_number', 'dl_state'] as const) if (!(name in sent)) problems.add(name, TOGETHER)
    },
    async load(row, _change, _refs, read) {
      return { zone: (await read.maybe(location, row.location_id))?.tz }
    },
    decide(row, change, { zone }, { seconds }) {
      if (change.dl_number !== undefined || change.dl_state !== undefined) licenceComplete({ ...row, ...change })
      if (row.payment_method === 'ach') return accept(bankChange(row, change))
      const { exp_date } = change
      if (exp_date === null) refuse('exp_date', 'Exp Date cannot be blank.')
      if (exp_date && exp_date !== row.exp_date) notExpired(exp_date, seconds, zone)
      return accept({ ach_sec_code: null })
    },
  },
  remove: {
    decide(row) {
      if (row.has_recurring) refuse('has_recurring', 'Account Vault is tied to a recurring that is not ended.')
      return accept({})
    },
  },
})

/** Refuses a card whose month is over where it will be used: the vault could never pay with it. */
export function notExpired(exp_date: string, seconds: number, zone: string | null | undefined): void {
  if (isExpired(exp_date, localDate(seconds, zone))) refuse('exp_date', 'Exp Date is in the past.')
}

function examineNumber(draft: Sent, problems: Problems): void {
  const { payment_method, account_number, account_type, routing } = draft
  // Without a payment method it is unknown what else is missing.
  for (const name of payment_method ? WITH_NUMBER[payment_method] : (['account_number'] as const)) {
    if (draft[name] === null) problems.add(name, `${label(name)} cannot be blank.`)
  }
  const problem = payment_method === 'cc' && account_number ? checkCardNumber(account_number) : null
  if (problem) problems.add('account_number', problem)
  if (payment_method !== 'ach') return
  if (account_type && !BANK_ACCOUNT_TYPES.includes(account_type)) {
    problems.add('account_type', `Account Type must be one of ${BANK_ACCOUNT_TYPES.join(', ')}.`)
  }
  if (routing && !abaValid(routing)) problems.add('routing', 'Routing is not a valid routing number.')
}

function examineTrack(track_data: string | null | undefined, problems: Problems): void {
  if (!track_data) return
  const track = parseTrackData(track_data)
  if ('problem' in track) problems.add('track_data', `Track Data ${track.problem}`)
  else if (checkCardNumber(track.number)) problems.add('track_data', 'Track Data holds no valid card number.')
}

function licenceComplete({ dl_number, dl_state }: Row<Vault>): void {
  if (!dl_number !== !dl_state) refuse(dl_number ? 'dl_state' : 'dl_number', TOGETHER)
}

function bankChange(row: Row<Vault>, change: Change<Vault>) {
  if (change.account_holder_name === null) refuse('account_holder_name', 'Account Holder Name cannot be blank.')
  const unsent = change.account_holder_name ? bankNameProblem(change.account_holder_name) : null
  if (unsent) refuse('account_holder_name', `Account Holder Name ${unsent}`)
  const emptied = change.ach_sec_code !== undefined && !change.ach_sec_code
  const standard = secCode({ is_company: row.is_company === true, channel: 'api' })
  return { exp_date: null, ...(emptied ? { ach_sec_code: standard } : {}) }
}
