import assert from 'node:assert/strict'
import test from 'node:test'
import { attrs, html, raw } from '../../src/pages/html.ts'

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&\``

test('text is escaped', () => {
  assert.equal(
    html`<p>${HOSTILE}</p>`.text,
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;&#96;</p>',
  )
})

test('an attribute value cannot leave its quotes', () => {
  assert.doesNotMatch(html`<a title="${HOSTILE}">x</a>`.text.slice('<a title="'.length, -'">x</a>'.length), /["'<>`]/)
})

test('nested templates and arrays are joined, and escaped once', () => {
  const items = ['a & b', '<c>'].map(item => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}</ul>`.text, '<ul><li>a &amp; b</li><li>&lt;c&gt;</li></ul>')
})

test('null, undefined and false print nothing; zero and bigint print', () => {
  assert.equal(html`${null}${undefined}${false}${0}${12n}`.text, '012')
})

test('raw constants are taken as they are', () => {
  assert.equal(html`<b>${raw('<i>x</i>')}</b>`.text, '<b><i>x</i></b>')
})

test('attrs prints bare names for true, nothing for absent values, and quotes the rest', () => {
  assert.equal(
    html`<input${attrs({ required: true, disabled: false, value: HOSTILE, max: 3, id: null })}>`.text,
    '<input required value="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;&#96;" max="3">',
  )
})

test('attrs refuses handlers and names that are none', () => {
  for (const name of ['onclick', 'on', 'a b', 'x"', '', 'A'])
    assert.throws(() => attrs({ [name]: 'x' }), /not an attribute/)
})

test('a string in an unquoted or single-quoted attribute is refused', () => {
  assert.throws(() => html`<a href=${'x'}>y</a>`, /only attrs/)
  assert.throws(() => html`<a href='${'x'}'>y</a>`, /only attrs/)
})

test('a string as a tag name, an attribute name or inside a comment is refused', () => {
  assert.throws(() => html`<${'b'}>y</b>`, /only attrs/)
  assert.throws(() => html`<a ${'onclick=x'}>y</a>`, /only attrs/)
  assert.throws(() => html`<!-- ${'--><b>'} -->`, /only attrs/)
})

test('scripts and styles have no holes', () => {
  assert.throws(() => html`<script>${'x'}</script>`, /cannot have a hole/)
  assert.throws(() => html`<style>a{${'x'}}</style>`, /cannot have a hole/)
})

test('markup inside an attribute value is refused', () => {
  assert.throws(() => html`<a title="${html`<b>x</b>`}">y</a>`, /takes text only/)
})

test('attributes outside a tag are refused', () => {
  assert.throws(() => html`<p>${attrs({ id: 'x' })}</p>`, /inside a start tag/)
})
