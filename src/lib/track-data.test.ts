import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/any-character.ts'
import { magneticTracks, parseTrackData } from './track-data.ts'

const TRACK_1 = '%B4111111111111111^DOE/JANE Q^30121015432112345678?'
const TRACK_2 = ';4111111111111111=30121015432112345678?'
/** What was read; null where there is a problem. */
function readOf(text: string) {
  const read = parseTrackData(text)
  return 'problem' in read ? null : read
}

const problemOf = (text: string) => (parseTrackData(text) as { problem?: string }).problem

const jane = { number: '4111111111111111', exp_date: '1230', account_holder_name: 'JANE Q DOE' }

test('track 1 gives number, expiry as MMYY and the name as people write it', () => {
  assert.deepEqual(parseTrackData(TRACK_1), jane)
})

test('track 2 gives number and expiry, and no name', () => {
  assert.deepEqual(parseTrackData(TRACK_2), { ...jane, account_holder_name: null })
})

test('both tracks give what they agree on, with the name', () => {
  assert.deepEqual(parseTrackData(TRACK_1 + TRACK_2), jane)
  assert.deepEqual(parseTrackData(`${TRACK_1}\r\n${TRACK_2}\r\n`), jane)
  assert.deepEqual(parseTrackData(TRACK_2 + TRACK_1), jane)
})

test('one track that the reader could not read does not matter', () => {
  assert.deepEqual(parseTrackData(`%E?${TRACK_2}`), { ...jane, account_holder_name: null })
  assert.deepEqual(parseTrackData(`${TRACK_1};E?`), jane)
  assert.deepEqual(parseTrackData(`${TRACK_1};E?+E?`), jane)
})

test('a stripe whose tracks name different cards or expiries is refused', () => {
  for (const other of [';5454545454545454=30121015432112345678?', ';4111111111111111=31121015432112345678?'])
    assert.equal(problemOf(TRACK_1 + other), 'has two tracks of different cards.')
})

test('an American Express stripe with spaces in the number is read', () => {
  assert.deepEqual(parseTrackData('%B3714 496353 98431^TEST CARD/AX^2512990500000?;371449635398431=2512990500000?'), {
    number: '371449635398431',
    exp_date: '1225',
    account_holder_name: 'AX TEST CARD',
  })
})

const NAMES: [string, string | null][] = [
  ['DOE/JANE.DR', 'DR JANE DOE'],
  ['DOE/JANE              ', 'JANE DOE'],
  ['DOE', 'DOE'],
  ['DOE JANE', 'DOE JANE'],
  ['/JANE', 'JANE'],
  ['/', null],
  ['  ', null],
  ['', null],
]

for (const [name, read] of NAMES) {
  test(`the name ${JSON.stringify(name)} is read as ${JSON.stringify(read)}`, () => {
    assert.equal(readOf(`%B4111111111111111^${name}^3012101?`)?.account_holder_name, read)
  })
}

const UNREADABLE = [
  '',
  '4111111111111111',
  '%E?;E?',
  '%B4111111111111111^DOE/JANE^^101?',
  '%B4111111111111111^DOE/JANE^3013101?',
  '%B411111111111^DOE/JANE^3012101?',
  '%B41111111111111111111^DOE/JANE^3012101?',
  ';411111111111=3012101?',
  ';41111111111111111111=3012101?',
  ';4111111111111111=3000101?',
  ';4111111111111111=30',
  '%A4111111111111111^DOE/JANE^3012101?',
  TRACK_1.slice(0, -1),
  TRACK_1.padEnd(600, ' '),
]

for (const text of UNREADABLE)
  test(`${JSON.stringify(text.slice(0, 50))} is not readable`, () => assert.equal(readOf(text), null))

test('G14 tracks without sentinels are read, and sent on with them', () => {
  const [first, second] = [TRACK_1.slice(1, -1), TRACK_2.slice(1, -1)]
  assert.deepEqual(parseTrackData(first), jane)
  assert.deepEqual(parseTrackData(`${second}\r\n`), { ...jane, account_holder_name: null })
  assert.deepEqual(parseTrackData(`${first}\n${second}`), jane)
  assert.equal(magneticTracks(`${first}\r\n${second}\r\n`), TRACK_1 + TRACK_2)
  for (const text of [TRACK_1 + TRACK_2, TRACK_2]) assert.equal(magneticTracks(text), text)
})

test('G14 track 2 of a chip gives number and expiry, with its tag and length too, and is no stripe', () => {
  const [full, filled] = ['4111111111111111D301220154321123456789', '4111111111111111d3012201543211234567F']
  for (const text of [full, filled, ` ${full}\n`, `5713${full}`, `5713${full.slice(0, -1)}F`]) {
    assert.deepEqual(parseTrackData(text), { ...jane, account_holder_name: null }, text)
    assert.equal(magneticTracks(text), null, text)
  }
  assert.equal(problemOf('4111111111111111D3013201543211234567F'), 'has no month in which the card expires.')
})

test('G14 what cannot be read says why', () => {
  const cases: [string, RegExp][] = [
    ['%E?;E?', /reader could not read the stripe/],
    [TRACK_1.slice(0, -1), /cut off: it has no end sentinel/],
    [';4111111111111111=3013101?', /no month in which the card expires/],
    ['4111111111111111=3013101', /no month in which the card expires/],
    [TRACK_1.padEnd(600, ' '), /longer than the tracks of a card/],
    ['57124111111111111111D301220154321123456789', /track 1, track 2 or both/],
    ['4111111111111111', /track 1, track 2 or both/],
    ['c2f1a9'.repeat(20), /track 1, track 2 or both/],
  ]
  for (const [text, says] of cases) assert.match(problemOf(text) ?? '', says, text.slice(0, 40))
})

const number = fc.stringMatching(/^\d{13,19}$/)
const month = fc.integer({ min: 1, max: 12 }).map(mm => `${mm}`.padStart(2, '0'))
const year = fc.integer({ min: 0, max: 99 }).map(yy => `${yy}`.padStart(2, '0'))

test('any number and month come back from track 1, track 2 and both', () => {
  fc.assert(
    fc.property(number, month, year, fc.stringMatching(/^\d{3,20}$/), (pan, mm, yy, rest) => {
      const [first, second] = [`%B${pan}^DOE/JANE^${yy}${mm}${rest}?`, `;${pan}=${yy}${mm}${rest}?`]
      for (const text of [first, second, first + second]) {
        const read = readOf(text)
        assert.deepEqual([read?.number, read?.exp_date], [pan, `${mm}${yy}`])
      }
    }),
  )
})

test('no text makes it throw, and whatever it reads is a number of 13 to 19 digits with a real month', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'%B;=^?/ .D0149a\n'), maxLength: 140 })
  const cut = fc.tuple(fc.nat(160), fc.string({ maxLength: 4 }), fc.nat(160)).map(([from, put, to]) => {
    const whole = TRACK_1 + TRACK_2
    return whole.slice(0, from) + put + whole.slice(to)
  })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), noise, cut), text => {
      const read = readOf(text)
      if (read === null) return
      assert.match(read.number, /^\d{13,19}$/)
      assert.match(read.exp_date, /^(0[1-9]|1[0-2])\d\d$/)
    }),
    { numRuns: 5000 },
  )
})

test('the verification data of the stripe is never in what is returned', () => {
  assert.doesNotMatch(JSON.stringify(parseTrackData(TRACK_1 + TRACK_2)), /5432112345678/)
})
