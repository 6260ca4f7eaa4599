import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SandboxFile } from '../sandbox-file.ts'

/** Returns the token of the console's forms, which no page of another site can know. */
export function formToken({ developer_id, merchants }: SandboxFile): string {
  const key = merchants.map(({ user }) => user.user_api_key).join(' ')
  return createHmac('sha256', key).update(`console ${developer_id}`).digest('hex')
}

/** Whether a form has the token. */
export function isOwnForm(body: URLSearchParams | FormData, known: SandboxFile): boolean {
  const [given, expected] = [Buffer.from(String(body.get('token'))), Buffer.from(formToken(known))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
