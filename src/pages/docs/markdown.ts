import type { Noun } from '../../definition/noun.ts'
import { recordExample } from '../../http/openapi/record-schema.ts'
import { routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import type { Docs } from './docs-page.ts'
import { ERRORS } from './errors/error-pages.ts'
import { reasons } from './errors/reasons.ts'
import { fieldTexts } from './field-table.ts'
import { documentOf, siteMarkdown } from './manual/manual.ts'
import { type DocumentFile, firstSentence } from './manual/read-document.ts'
import { recordGroups } from './record-groups.ts'
import { saysOf } from './resource-page.ts'

/** A page as Markdown, by its path without `.md`. */
export interface MarkdownPage {
  path: string
  title: string
  /** What it is about, for the list of all pages. */
  says: string
  text: string
}

/** Returns the documentation as Markdown, for programs that read: guides, records and errors. */
export function markdownPages(docs: Docs): MarkdownPage[] {
  const guides = docs.guides.flatMap(group => group.guides)
  return [
    ...guides.map(({ name, title, lead, source }) => ({
      path: `/docs/guides/${name}`,
      title,
      says: lead,
      text: siteMarkdown(`src/pages/docs/guides/${name}.md`, source),
    })),
    ...docs.manual.flatMap(({ documents }) => documents.map(documentMarkdown)),
    ...recordGroups(docs.registry).flatMap(({ nouns }) => nouns.map(recordMarkdown)),
    {
      path: '/docs/errors',
      title: 'Errors',
      says: 'Every error, what it means and what to do.',
      text: errorMarkdown(),
    },
  ]
}

/** Returns `/llms.txt` (llmstxt.org): what this is, and where the pages are. */
export function llmsText({ publicUrl }: Docs, pages: readonly MarkdownPage[]): string {
  const line = ({ path, title, says }: MarkdownPage) => `- [${title}](${publicUrl}${path}.md): ${says}`
  const linesBelow = (start: string) =>
    pages
      .filter(({ path }) => path.startsWith(start))
      .map(line)
      .join('\n')
  const isReference = ({ path }: MarkdownPage) => !/^\/docs\/(?:guides|manual)\//.test(path)
  return `# Tollgate

> A payment gateway: JSON over HTTP, every path below ${publicUrl}/v2. Cards, bank accounts, invoices, recurring payments, terminals.

Every request carries developer-id, user-id and user-api-key as headers. One record is wrapped under its name: {"contact": {…}}. Amounts are strings such as "10.50". A declined payment is 201 with status_id 301.

## Guides

${linesBelow('/docs/guides/')}

## For operators

${linesBelow('/docs/manual/')}

## Reference

${pages.filter(isReference).map(line).join('\n')}

## For programs

- [OpenAPI](${publicUrl}/openapi.json): every endpoint and field, OpenAPI 3.1
- [Collection](${publicUrl}/docs/postman.json): for Postman, Bruno and Insomnia
`
}

function documentMarkdown(file: DocumentFile): MarkdownPage {
  const { name, path, title, lead, source } = documentOf(file)
  return { path: `/docs/manual/${name}`, title, says: firstSentence(lead), text: siteMarkdown(path, source) }
}

function recordMarkdown(noun: Noun): MarkdownPage {
  const { resource } = noun
  const title = label(resource.plural)
  const says = resource.about?.[1] ?? `The ${resource.plural} of a merchant.`
  const endpoints = routesOf([noun]).map(route => `- \`${route.method} ${route.path}\`: ${saysOf(route)}`)
  const fields = fieldTexts(resource).map(([name, text]) => `- \`${name}\`: ${text}`)
  const example = JSON.stringify({ [resource.name]: recordExample(resource) }, null, 2)
  const text = `# ${title}

${says} A single record is wrapped as \`${resource.name}\`, a list as \`${resource.plural}\`.

## Endpoints

${endpoints.join('\n') || 'None of its own; other records embed it.'}

## Fields

${fields.join('\n')}

## A record

\`\`\`json
${example}
\`\`\`
`
  return { path: `/docs/${resource.name}`, title, says, text }
}

function errorMarkdown(): string {
  const parts = ERRORS.map(
    ({ name, title, status, means, steps, example }) => `## ${title}

\`${name}\`, status ${status.join(' or ')}: \`${example}\`

${means}

${steps.map(step => `- ${step}`).join('\n')}
`,
  )
  const codes = reasons().map(({ code, title, steps }) => `- \`${code}\` ${title}. ${steps.join(' ')}`)
  return `# Errors\n\n${parts.join('\n')}\n## Reason codes\n\n${codes.join('\n')}\n`
}
