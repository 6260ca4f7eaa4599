import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, textWithin } from './file-text.ts'

const bytes = (...numbers: number[]) => Uint8Array.from(numbers)

test('G2 a text is the same in UTF-8, with a byte order mark, in Windows-1252 and in UTF-16', () => {
  const text = 'R01 Café ¦ O’Brien\n'
  const windows = bytes(...Array.from(text, char => (char === '’' ? 0x92 : char.codePointAt(0)!)))
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  assert.equal(decodeText(Buffer.from(text)), text)
  assert.equal(decodeText(Buffer.from(`\uFEFF${text}`)), text)
  assert.equal(decodeText(windows), text)
  assert.equal(decodeText(utf16), text)
  assert.equal(decodeText(Buffer.from(utf16).swap16()), text)
  assert.equal(decodeText(bytes()), '')
})

test('G41 a stream is read up to its limit of bytes and no further', async () => {
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1
      yield bytes(65, 66)
    }
  }
  assert.equal(await textWithin(endless(), 5), null)
  assert.equal(given, 3)
  assert.equal(await textWithin([bytes(65, 66), bytes(67)] as never, 3), 'ABC')
})
