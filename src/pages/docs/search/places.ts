import { routesOf } from '../../../http/openapi/routes.ts'
import { label } from '../../../lib/problem.ts'
import { conventionSections } from '../conventions-page.ts'
import type { Docs } from '../docs-page.ts'
import type { Block } from '../guides/read-guide.ts'
import { documentOf } from '../manual/manual.ts'
import type { DocumentFile } from '../manual/read-document.ts'
import { plainText } from '../plain-text.ts'
import { anchorOf, saysOf } from '../resource-page.ts'
import type { Place } from './rank.js'

/** What a reader rather looks for, where words alone do not decide. */
const WEIGHTS = {
  guide: 2.2,
  section: 1.4,
  document: 1.6,
  part: 1,
  row: 0.7,
  record: 1.3,
  endpoint: 0.8,
  field: 0.5,
  error: 1,
  reason: 0.9,
  test: 0.3,
}

/** Returns all that can be found, which is the same for as long as the process runs. */
export function placesOf(docs: Docs): Place[] {
  return [
    ...guidePlaces(docs),
    ...docs.manual.flatMap(({ documents }) => documents.flatMap(documentPlaces)),
    ...conventionPlaces(docs),
    ...recordPlaces(docs),
    ...errorPlaces(docs),
    ...testPlaces(docs),
  ]
}

function guidePlaces({ guides }: Docs): Place[] {
  return guides
    .flatMap(group => group.guides)
    .flatMap(({ name, title, lead, sections }) => [
      place('guide', [`/docs/guides/${name}`, title, 'Guide'], plainText(lead)),
      ...sections.map(section => ({
        ...place(
          'section',
          [`/docs/guides/${name}#${section.id}`, section.title, title],
          section.blocks
            .filter(block => !isCode(block))
            .map(textOf)
            .join(' '),
        ),
        code: section.blocks.filter(isCode).map(textOf).join(' '),
      })),
    ])
}

function documentPlaces(file: DocumentFile): Place[] {
  const { name, title, opening, parts } = documentOf(file)
  const page = `/docs/manual/${name}`
  return [
    place('document', [page, title, 'Document'], opening),
    ...parts.map(part => place(part.isRow ? 'row' : 'part', [`${page}#${part.id}`, part.title, title], part.text)),
  ]
}

function isCode(block: Block): boolean {
  return block.kind !== 'text' || block.token.type === 'code'
}

function textOf(block: Block): string {
  if (block.kind === 'request') return `${block.request.path} ${JSON.stringify(block.request.body ?? '')}`
  if (block.kind === 'diagram') return ''
  return block.kind === 'answer' ? block.text : plainText(block.token.raw)
}

function conventionPlaces(docs: Docs): Place[] {
  return conventionSections(docs).map(({ id, title, content }) =>
    place('section', [`/docs/conventions#${id}`, title, 'Every request'], textOfMarkup(content.text)),
  )
}

/** What a reader sees of markup, without its samples of code. */
function textOfMarkup(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' }
  const [first = '', ...others] = markup.split('<pre')
  return [first, ...others.map(part => part.slice(part.indexOf('</pre>')))]
    .join(' ')
    .replaceAll(/<\/?(?:a|code)(?: [^<>]*)?>/g, '')
    .replaceAll(/<[^<>]+>/g, ' ')
    .replaceAll(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function recordPlaces({ registry }: Docs): Place[] {
  return registry.nouns.flatMap(noun => {
    const { name, plural, fields, about } = noun.resource
    const page = `/docs/${name}`
    const shown = Object.entries(fields).filter(([, { options, mark }]) => options.reach === undefined || mark !== 'S')
    return [
      { ...place('record', [page, label(plural), 'Record'], about?.[1] ?? ''), code: name },
      ...routesOf([noun]).map(route =>
        place(
          'endpoint',
          [`${page}#${anchorOf(route)}`, `${route.method} ${route.path}`, label(plural)],
          saysOf(route),
        ),
      ),
      ...shown.map(([field, { options }]) =>
        place('field', [`${page}#field-${field}`, field, label(plural)], options.note ?? about?.[2]?.[field] ?? ''),
      ),
    ]
  })
}

function errorPlaces({ errors }: Docs): Place[] {
  return errors.map(({ path, title, where, text }) =>
    place(
      /^\d+$/.test(path) ? 'reason' : 'error',
      [`/docs/errors${path === '' ? '' : `/${path}`}`, title, where],
      text,
    ),
  )
}

function testPlaces({ tests }: Docs): Place[] {
  return tests.flatMap(({ title, rows }) =>
    rows.map(([value, outcome]) => place('test', ['/docs/test-tables', `${value}: ${outcome}`, title], '')),
  )
}

function place(kind: keyof typeof WEIGHTS, [href, title, where]: [string, string, string], text: string): Place {
  return { href, title, where, text, weight: WEIGHTS[kind] }
}
