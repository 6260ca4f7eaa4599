import type { Networks } from '../../../lib/networks.ts'
import type { Device } from '../../../ports/terminal.ts'
import type { TerminalLine } from '../../../ports/terminal-line.ts'
import { httpLine } from './http-line.ts'
import { type Target, type TcpSettings, tcpLine } from './tcp-line.ts'

/**
 * Connects to terminals at the address in their record, over TCP, or HTTP where their `communication_type` says so.
 * Only inside `networks`: users of the API write the address, and must not reach anything else through the gateway.
 */
export function directLine(networks: Networks, waits: Omit<TcpSettings, 'target'> = {}): TerminalLine {
  const target = ({ local_ip_address, port }: Device): Target | null =>
    local_ip_address && port > 0 && networks(local_ip_address) ? { host: local_ip_address, port } : null
  const tcp = tcpLine({ target, ...waits })
  const http = httpLine({ target, ...waits })
  return { send: (device, command) => (device.communication_type === 'http' ? http : tcp).send(device, command) }
}
