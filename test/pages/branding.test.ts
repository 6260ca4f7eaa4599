import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { contrast } from '../../src/lib/colour-contrast.ts'
import { safeLogo } from '../../src/lib/logo-address.ts'
import { brandHref, brandStylesheet, brandTokens } from '../../src/pages/branding.ts'
import { FONT_NAMES, type PageTheme, themeProblems } from '../../src/resources/branding_domain/page-theme.ts'

test('contrast is what WCAG 2.2 defines', () => {
  assert.equal(contrast('000000', 'ffffff'), 21)
  assert.equal(contrast('777777', '777777'), 1)
  assert.equal(contrast('767676', 'ffffff').toFixed(2), '4.54')
  assert.equal(contrast('ff0000', 'ffffff').toFixed(2), '4.00')
})

const WHITE = '#ffffff'
const tokens = (over: Partial<PageTheme>) => brandTokens({ button: null, button_text: null, ...over })
const sheet = (over: Partial<PageTheme>) => {
  const found = tokens(over)
  return found && brandStylesheet(brandHref(found).slice('/assets/brand.'.length, -'.css'.length))
}

test('readable colours of a merchant are kept', () => {
  const { accent, on_accent } = tokens({ button: '#113355', button_text: '#FFEEDD' })!
  assert.deepEqual({ accent, on_accent }, { accent: '113355', on_accent: 'ffeedd' })
})

test('text that cannot be read on the accent is replaced', () => {
  assert.equal(tokens({ button: '#ffe066', button_text: WHITE })!.on_accent, '000000')
  assert.equal(tokens({ button: '#20232a' })!.on_accent, 'ffffff')
})

test('what is no #rrggbb leaves the house colours', () => {
  for (const button of [null, '', 'red', '#fff', '#12345g', '#1234567', 'url(x)', '#123456;}*{display:none}'])
    assert.equal(tokens({ button, button_text: '#000000' }), null)
  assert.equal(tokens({ card: 'red', radius: 25, font: 'constructor' }), null)
})

test('colours that cannot be read together, stored before they were compared, are not used', () => {
  assert.equal(tokens({ text: '#777777', card: '#888888', button: '#113355' })!.card, null)
})

test('the house palette has the colours of its stylesheet', () => {
  const css = readFileSync(new URL('../../src/pages/assets/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('prefers-color-scheme')
  // A link alone sets the light ones, a light text alone the dark ones.
  for (const [own, file] of [
    [sheet({ link: '#14564b' })!, light],
    [sheet({ text: '#ecf2ef' })!, dark],
  ] as const)
    for (const name of ['ground', 'surface', 'ink', 'accent-ink', 'focus', 'good', 'warn', 'bad'])
      assert.equal(
        new RegExp(`--${name}:(#\\w+)`).exec(own)?.[1],
        new RegExp(`--${name}: (#\\w+)`).exec(file)?.[1],
        name,
      )
})

test('corners of the house are those of 12 pixels, and a font is a list of names without an address', () => {
  assert.equal(sheet({ radius: 12 }), ':root{--round-small:0.5rem;--round:0.75rem;--round-large:1.25rem}\n')
  assert.equal(sheet({ radius: 0 }), ':root{--round-small:0rem;--round:0rem;--round-large:0rem}\n')
  for (const font of FONT_NAMES.filter(name => name !== 'system'))
    assert.match(sheet({ font })!, /^:root\{--letters:[\w ,"-]+\}\n$/)
})

const colour = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)
const maybe = fc.option(colour)

test('whatever colours are asked for, the text of buttons can be read', () => {
  fc.assert(
    fc.property(colour, colour, (button, button_text) => {
      const used = tokens({ button, button_text })
      assert.ok(used && contrast(used.accent!, used.on_accent!) >= 4.5)
    }),
  )
})

test('whatever a theme has that is not refused, every text of its pages can be read and every edge seen', () => {
  fc.assert(
    fc.property(maybe, maybe, maybe, maybe, (background, card, text, link) => {
      const theme = { button: null, button_text: null, background, card, text, link }
      if (themeProblems(theme).length > 0) return
      const css = sheet(theme)
      if (css === null) return
      const of = (name: string) => new RegExp(`--${name}:#(\\w{6})`).exec(css)![1]!
      for (const below of ['ground', 'surface']) {
        for (const name of ['ink', 'ink-soft', 'accent-ink', 'good', 'warn', 'bad'])
          assert.ok(contrast(of(name), of(below)) >= 4.5, `${name} on ${below}: ${css}`)
        for (const name of ['line-firm', 'focus'])
          assert.ok(contrast(of(name), of(below)) >= 3, `${name} on ${below}: ${css}`)
      }
      for (const name of ['good', 'warn', 'bad']) {
        assert.ok(contrast(of(name), of(`${name}-wash`)) >= 4.5, `${name} on its wash: ${css}`)
        assert.ok(contrast(of('ink'), of(`${name}-wash`)) >= 4.5, `ink on ${name}-wash: ${css}`)
      }
      for (const below of ['sunken', 'raised'])
        for (const name of ['ink', 'ink-soft', 'accent-ink'])
          assert.ok(contrast(of(name), of(below)) >= 4.5, `${name} on ${below}: ${css}`)
    }),
    { numRuns: 400, examples: [['#15958f', '#ec4094', null, '#000000']] },
  )
})

test('a pair that cannot be read is named with its contrast, and with what stands for what is not set', () => {
  const said = (over: Partial<PageTheme>) => themeProblems({ button: null, button_text: null, ...over })
  assert.deepEqual(said({ button: '#ffe066', button_text: WHITE }), [
    {
      field: 'button_primary_text_color',
      text: '#ffffff of button_primary_text_color on #ffe066 of button_primary_color has a contrast of 1.30; text needs 4.5 (WCAG 2.2, AA).',
    },
  ])
  const [card] = said({ card: '#336699', text: '#ffffff', background: '#000000', link: '#000000' })
  assert.equal(card!.field, 'page_link_color')
  assert.deepEqual(
    said({ link: '#dddddd' }).map(({ field }) => field),
    ['page_link_color', 'page_link_color'],
  )
  assert.match(said({ button_text: WHITE })[0]!.text, /needs button_primary_color beside it/)
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
