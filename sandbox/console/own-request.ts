import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isSameOrigin } from '../../src/pages/page-routes.ts'
import type { SandboxFile } from '../sandbox-file.ts'

/**
 * Whether a request is for this machine: its public name, an IP address or localhost. A foreign name that resolves to
 * this machine (DNS rebinding) would give a foreign page the origin of the console, which shows keys.
 */
export function isOwnHost(host: string, publicUrl: string): boolean {
  const named = URL.parse(`http://${host}`)
  if (!named) return false
  const hostname = named.hostname.replace(/^\[|\]$/g, '')
  if (isIP(hostname) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return hostname === new URL(publicUrl).hostname
}

/** Returns the token of the console's forms, which no page of another site can know. */
export function formToken({ developer_id, merchants }: SandboxFile): string {
  const key = merchants.map(({ user }) => user.user_api_key).join(' ')
  return createHmac('sha256', key).update(`console ${developer_id}`).digest('hex')
}

/** Whether a form comes from the console itself and not from another site in the same browser. */
export function isOwnForm(
  request: FastifyRequest,
  body: URLSearchParams,
  known: SandboxFile,
  publicUrl: string,
): boolean {
  const [given, expected] = [Buffer.from(body.get('token') ?? ''), Buffer.from(formToken(known))]
  return isSameOrigin(request, publicUrl) && given.length === expected.length && timingSafeEqual(given, expected)
}
