import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { downloadHeaders, pageHeaders } from '../headers.ts'
import { isSameOrigin } from '../same-origin.ts'
import type { Trouble } from './notice-page.ts'
import { troublePage } from './notice-page.ts'
import { receiptPage } from './receipt-page.ts'
import type { Answer, InvoicePages } from './submit.ts'
import { invoiceAnswer, submitInvoice } from './submit.ts'

export interface QuickInvoicePagesOptions extends InvoicePages {
  /** Base address of this service as browsers see it. */
  publicUrl: string
}

const LARGEST_FORM = 16 * 1024

/** Contract 2.2: an invoice is paid at `/quickinvoice/?id={id}`; without the slash it is the same page. */
const PAGE_PATHS = ['/quickinvoice/', '/quickinvoice']

/** The hosted pages of quick invoices. A plugin of its own scope: its form parser and error page touch no other route. */
export async function quickinvoicePages(app: FastifyInstance, options: QuickInvoicePagesOptions): Promise<void> {
  const { port, assets, publicUrl } = options
  const headers = pageHeaders({ https: new URL(publicUrl).protocol === 'https:' })
  const send = (reply: FastifyReply, answer: Answer) => sendAnswer(reply.headers(headers), answer)
  const trouble = (reply: FastifyReply, status: number, name: Trouble, id: string | null = null) =>
    send(reply, { status, document: troublePage(assets, name, id) })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return trouble(reply, status, 'bad_form', queryId(request, 'id'))
    request.log.error({ name: error.name, stack: error.stack }, 'a hosted page failed')
    return trouble(reply, 500, 'error', queryId(request, 'id'))
  })

  for (const path of PAGE_PATHS) {
    app.get(path, async (request, reply) => {
      const id = queryId(request, 'id')
      const view = id && (await port.view(id, request.method === 'HEAD' ? null : request.ip))
      return view ? send(reply, invoiceAnswer(options, view)) : trouble(reply, 404, 'gone')
    })
    app.post(path, async (request, reply) => {
      const invoice_id = queryId(request, 'id')
      if (!invoice_id) return trouble(reply, 404, 'gone')
      if (!isSameOrigin(request, publicUrl)) return trouble(reply, 403, 'foreign_form', invoice_id)
      if (!(request.body instanceof URLSearchParams)) return trouble(reply, 400, 'bad_form', invoice_id)
      return send(reply, await submitInvoice(options, { invoice_id, remote_ip: request.ip, body: request.body }))
    })
  }

  app.get('/quickinvoice/receipt', async (request, reply) => {
    const id = queryId(request, 'id')
    const token = queryText(request, 'receipt')
    const receipt = id && token && (await port.receipt(id, token))
    if (!receipt) return trouble(reply, 404, 'receipt_gone', id)
    return send(reply, { status: 200, document: receiptPage(assets, receipt) })
  })

  app.get<{ Params: { file_id: string } }>('/quickinvoice/files/:file_id', async (request, reply) => {
    const id = queryId(request, 'id')
    const file_id = identifier(request.params.file_id)
    const file = id && file_id && (await port.file(id, file_id))
    return file
      ? reply.headers({ ...headers, ...downloadHeaders(file) }).send(file.content)
      : trouble(reply, 404, 'file_gone', id)
  })
}

function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status)
  if (answer.retry_after !== undefined) reply.header('retry-after', String(answer.retry_after))
  if (answer.location !== undefined) return reply.header('location', answer.location).send('')
  return reply.type('text/html; charset=utf-8').send(answer.document)
}

function queryText(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}

function queryId(request: FastifyRequest, name: string): string | null {
  return identifier(queryText(request, name) ?? '')
}

/** Contract 2.1: 24 to 36 characters; nothing else is worth a look-up. */
function identifier(text: string): string | null {
  return /^[0-9a-fA-F-]{24,36}$/.test(text) ? text : null
}
