import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankNameProblem, toLatin } from './latin.ts'

test('G4 names are transliterated, and none of their letters is lost', () => {
  const names: Record<string, string> = {
    'Łukasz Øster': 'Lukasz Oster',
    'O’Brien': "O'Brien",
    'D‘Angelo – Søn': "D'Angelo - Son",
    'Ægir Þór Guðrúnarson': 'AEgir THor Gudrunarson',
    'Đặng Thị Œuvre': 'Dang Thi OEuvre',
    'Weiß STRAẞE': 'Weiss STRASSE',
    'Işık Ħal': 'Isik Hal',
    'Zoë Müller': 'Zoe Muller',
    'Ｗｉｄｅ ﬁn': 'Wide fin',
  }
  for (const [name, latin] of Object.entries(names)) {
    assert.equal(toLatin(name), latin)
    assert.equal(bankNameProblem(name), null, name)
  }
})

test('G4 a name with letters that no bank file has is refused and names them; one without letters too', () => {
  assert.match(bankNameProblem('王小明')!, /王 小 明 cannot be sent/)
  assert.match(bankNameProblem('Acme Ωmega')!, /Ω cannot/)
  assert.match(bankNameProblem('Иван')!, /Latin letters/)
  assert.match(bankNameProblem('Room ٣')!, /٣/)
  for (const nothing of ['☺', ' ', '000', '& -']) assert.equal(bankNameProblem(nothing), 'must have letters.')
  assert.equal(bankNameProblem('Studio 54 & Co. ☺'), null)
})
