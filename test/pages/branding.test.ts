import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { contrast } from '../../src/lib/colour-contrast.ts'
import { safeLogo } from '../../src/lib/logo-address.ts'
import { brandColours } from '../../src/pages/branding.ts'

test('contrast is what WCAG 2.2 defines', () => {
  assert.equal(contrast('000000', 'ffffff'), 21)
  assert.equal(contrast('777777', '777777'), 1)
  assert.equal(contrast('767676', 'ffffff').toFixed(2), '4.54')
  assert.equal(contrast('ff0000', 'ffffff').toFixed(2), '4.00')
})

test('readable colours of a merchant are kept', () => {
  assert.deepEqual(brandColours({ accent: '#113355', on_accent: '#FFEEDD' }), { accent: '113355', on_accent: 'ffeedd' })
})

test('text that cannot be read on the accent is replaced', () => {
  assert.deepEqual(brandColours({ accent: '#ffe066', on_accent: '#ffffff' }), { accent: 'ffe066', on_accent: '000000' })
  assert.deepEqual(brandColours({ accent: '#20232a', on_accent: null }), { accent: '20232a', on_accent: 'ffffff' })
})

test('what is no #rrggbb leaves the house colours', () => {
  for (const accent of [null, '', 'red', '#fff', '#12345g', '#1234567', 'url(x)', '#123456;}*{display:none}']) {
    assert.equal(brandColours({ accent, on_accent: '#000000' }), null)
  }
})

test('whatever colours are asked for, the text can be read', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, colour, (accent, on_accent) => {
      const used = brandColours({ accent, on_accent })
      assert.ok(used && contrast(used.accent, used.on_accent) >= 4.5)
    }),
  )
})

test('a logo is shown from this origin or from its own data only', () => {
  for (const url of ['data:image/png;base64,iVBORw0KGgo=', 'data:image/svg+xml;base64,PHN2Zz4=', '/files/logo.png']) {
    assert.equal(safeLogo(url), url)
  }
  const refused = [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    '/\\elsewhere.example/a.png',
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/logo.png?x="><script>',
    '',
    null,
  ]
  for (const url of refused) assert.equal(safeLogo(url), null)
})
