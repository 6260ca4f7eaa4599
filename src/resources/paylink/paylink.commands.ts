import { type Command, decided } from '../../definition/command.ts'
import { integerKind } from '../../definition/kinds/integer.ts'
import { rulesOf } from '../../definition/rules.ts'
import { addProblem, invalid, type Problems } from '../../lib/problem.ts'
import { qrPng, qrSvg } from '../../lib/qr-code.ts'
import type { Recipient } from '../../messages/ports.ts'
import { isBlacklisted } from '../email_blacklist/blacklist.ts'
import { withinQuota } from '../log_email/within-quota.ts'
import { messagesAgain, notices } from './delivery.ts'
import { payLinkUrl, paylink } from './paylink.ts'

/** Below the smallest, phones cannot tell the modules apart. */
const SIDE = { least: 100, usual: 300, most: 1024 }
const side = integerKind({ least: SIDE.least, most: SIDE.most })

/** The code says nothing but the address of the link, so it stays true as long as the link exists. */
const KEPT_SECONDS = 24 * 60 * 60

/** `GET /v2/paylinks/{id}/qrcode`: the link to print or to show at a register. */
const qrCode: Command<typeof paylink> = {
  name: 'qrcode',
  method: 'GET',
  on: 'one',
  right: 'read',
  query: {
    format: { type: 'string', enum: ['svg', 'png'], default: 'svg', description: 'The kind of image.' },
    size: {
      ...{ type: 'integer', minimum: SIDE.least, maximum: SIDE.most, default: SIDE.usual },
      description: 'Width and height in pixels.',
    },
  },
  says: 'The address of the pay page as a QR code, an image in SVG or PNG.',
  operation: 'getPaylinkQrcode',
  returns: { content_types: ['image/svg+xml', 'image/png'], inline: true },
  async run({ row, query, parts: { publicUrl } }) {
    const { format, pixels } = asked(query)
    const address = payLinkUrl(publicUrl(), row.id)
    const image = { filename: `paylink-${row.id}.${format}`, inline: { seconds: KEPT_SECONDS } }
    if (format === 'png') return { content: qrPng(address, pixels), content_type: 'image/png', ...image }
    return { content: Buffer.from(qrSvg(address, pixels)), content_type: 'image/svg+xml', ...image }
  },
}

function asked(query: Record<string, string>): { format: 'svg' | 'png'; pixels: number } {
  const { format = 'svg', size = String(SIDE.usual) } = query
  const problems: Problems = {}
  if (format !== 'svg' && format !== 'png') addProblem(problems, 'format', 'Format must be svg or png.')
  const parsed = side.parse(size, {})
  if ('problem' in parsed) addProblem(problems, 'size', `Size ${parsed.problem}`)
  if ('problem' in parsed || (format !== 'svg' && format !== 'png')) throw invalid(problems)
  return { format, pixels: parsed.value }
}

const { accept, refuse } = rulesOf(paylink)

const NOBODY = 'Paylink has no email address or cell phone it could be sent to.'
const UNWELCOME = 'Every recipient of this paylink is blacklisted.'

/** The record stays as it is; the event `resent` carries the messages. */
const resendAlways: Command<typeof paylink> = decided(paylink, {
  name: 'resend',
  method: 'POST',
  returns: 'nothing',
  says: 'Sends the link again, also a closed one: the ways delivery_method says, or to every recipient there is when it says none.',
  async load(row, _input, read) {
    const welcome: Recipient[] = []
    for (const message of messagesAgain(row)) if (!(await isBlacklisted(read, message))) welcome.push(message)
    return welcome
  },
  decide(row, _input, welcome) {
    if (welcome.length === 0) refuse('delivery_method', messagesAgain(row).length === 0 ? NOBODY : UNWELCOME)
    return accept({}, { effects: notices(row.id, welcome, 'resend'), verb: 'resent' })
  },
})

const resend = withinQuota(resendAlways, ({ row }) => messagesAgain(row).map(({ channel }) => channel))

/** What beside the five a paylink offers. */
export const paylinkCommands = [resend, qrCode]
