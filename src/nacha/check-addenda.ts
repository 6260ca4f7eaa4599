import type { Addenda, BatchHeader, Entry } from './model.ts'
import { isChangeCode, isReturnCode } from './reasons.ts'
import { secRules } from './sec-codes.ts'

type Say = (says: string) => void

const MANDATORY_ABROAD = ['10', '11', '12', '13', '14', '15', '16']
const OPTIONAL_ABROAD = ['17', '18', '98', '99']

/** Checks the addenda records of an entry: which its class asks for, which it allows, and their codes. */
export function checkAddenda(entry: Entry, header: BatchHeader, say: Say): void {
  for (const each of entry.addenda) checkCodes(each, say)
  const types = entry.addenda.map(({ type }) => type)
  if (header.sec === 'COR' && types.filter(type => type === '98').length !== 1) {
    say('a notification of change has one addenda record of type 98')
  }
  if (header.sec !== 'COR' && types.includes('98')) say('notifications of change are in COR batches')
  if (header.international) {
    checkAbroad(types, say)
    return
  }
  const stray = types.find(type => /^1\d$/.test(type))
  if (stray) say(`addenda records of type ${stray} are for international entries`)
  if (types.includes('98') || types.includes('99')) return
  checkForward(entry, header, say)
}

function checkForward(entry: Entry, header: BatchHeader, say: Say): void {
  const rules = secRules(header.sec)
  const has = (type: Addenda['type']) => entry.addenda.filter(each => each.type === type).length
  if (has('02') !== (rules.terminal ? 1 : 0)) {
    say(
      rules.terminal
        ? `${header.sec} entries have one addenda record of type 02`
        : 'addenda records of type 02 are for terminals',
    )
  }
  if (has('05') > rules.addenda) say(`${header.sec} entries have at most ${rules.addenda} addenda records of type 05`)
  if (rules.counted && entry.name.slice(0, 4) !== String(has('05')).padStart(4, '0')) {
    say(`positions 55-58 of a ${header.sec} entry are to count its ${has('05')} addenda records`)
  }
}

function checkAbroad(types: readonly string[], say: Say): void {
  const isWhole = MANDATORY_ABROAD.every((type, index) => types[index] === type)
  if (!isWhole) say('an international entry has addenda records 10 to 16 in this order')
  const stray = types.slice(MANDATORY_ABROAD.length).find(type => !OPTIONAL_ABROAD.includes(type))
  if (isWhole && stray) say(`an addenda record of type ${stray} is not expected here`)
}

function checkCodes(addenda: Addenda, say: Say): void {
  if (addenda.type === '99' && !isReturnCode(addenda.code)) say(`return reason code ${addenda.code} is not known`)
  if (addenda.type !== '98') return
  if (!isChangeCode(addenda.code)) say(`change code ${addenda.code} is not known`)
  if (addenda.corrected_data.trim() === '') say('corrected data are blank')
}
