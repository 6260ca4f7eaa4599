import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Problems, Refusal } from '../../src/lib/problem.ts'
import { COLOUR_FIELDS, type Themed, type ThemeField } from '../../src/resources/branding_domain/page-theme.ts'
import { readSandboxFile } from '../sandbox-file.ts'
import type { ApiAnswer } from './api-call.ts'
import type { ConsoleParts } from './console-view.ts'
import { type LooksView, looksOf } from './looks.ts'
import type { RouteParts } from './route-parts.ts'

/** Larger than a logo may be, so that the API says how large that is. */
const LARGEST_UPLOAD = 4_000_000

type Send = (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<ApiAnswer>

/** Registers the forms of the tab for looks and logo, which send what the API takes and show what it refuses. */
export function looksRoutes(app: FastifyInstance, parts: ConsoleParts, route: RouteParts): void {
  const { ownForm, ownUpload, showDraft, send, problem } = route
  const asAdmin = async (): Promise<{ looks: LooksView; call: Send } | null> => {
    const file = await readSandboxFile(parts.home)
    const merchant = file?.merchants[0]
    const looks = merchant && (await looksOf(parts.db, merchant.location_id))
    if (!looks) return null
    const call: Send = (method, path, body) =>
      parts.callApi(file, { as: merchant.user, method, url: `/v2/branding_domains/${looks.domain_id}${path}`, body })
    return { looks, call }
  }
  const SAVED = { status: 303, location: '/sandbox/console/looks?saved=1' }

  app.post('/sandbox/console/looks', async (request, reply) => {
    const form = await ownForm(request)
    const admin = form && (await asAdmin())
    if (!form || !admin) return send(reply, problem(403))
    const theme = themeIn(form)
    if (form.get('do') === 'try') return send(reply, await showDraft(request, { theme, problems: {} }))
    const { status, body } = await admin.call('PUT', '', { branding_domain: theme })
    if (status < 400) return send(reply, SAVED)
    return send(reply, await showDraft(request, { theme, problems: problemsOf(body) }))
  })

  app.register(async uploads => {
    uploads.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' as const, bodyLimit: LARGEST_UPLOAD },
      async ({ headers }: FastifyRequest, body: Buffer) => formData(String(headers['content-type']), body),
    )
    uploads.post('/sandbox/console/looks/logo', async (request, reply) => {
      const form = await ownUpload(request)
      const admin = form && (await asAdmin())
      if (!form || !admin) return send(reply, problem(403))
      const { status, body } = await (form.get('do') === 'remove'
        ? admin.call('PUT', '', { branding_domain: { logo: '' } })
        : admin.call('POST', '/logo', withFile(form.get('file'))))
      if (status < 400) return send(reply, SAVED)
      return send(reply, await showDraft(request, { theme: admin.looks.theme, problems: problemsOf(body) }))
    })
  })
}

/** Returns what a form says; a field that was left empty takes the house's looks back. */
function themeIn(form: URLSearchParams): Themed {
  const text = (name: keyof Themed) => form.get(name)?.trim() || null
  const radius = text('page_corner_radius')
  const colours = Object.fromEntries(COLOUR_FIELDS.map(name => [name, text(name)])) as Record<ThemeField, string | null>
  return { ...colours, page_corner_radius: radius === null ? null : Number(radius), page_font: text('page_font') }
}

/** What a browser sends as a form with a file. Throws a refusal for what is none. */
async function formData(content_type: string, body: Buffer): Promise<FormData> {
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': content_type } })
  return sent.formData().catch(() => {
    throw new Refusal(400, 'This is no form with a file.')
  })
}

function withFile(file: File | string | null): FormData {
  const form = new FormData()
  if (file instanceof File) form.append('file[file]', file, file.name)
  return form
}

/** Returns what the API says of each field, and what is about none of them above the first. */
function problemsOf(body: { errors?: Problems; message?: string }): Problems {
  return body.errors ?? { button_primary_color: [body.message ?? 'That did not work.'] }
}
