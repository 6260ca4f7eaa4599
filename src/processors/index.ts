import type { OpenFolder } from '../ports/incoming-files.ts'
import type { Connector } from '../ports/processor.ts'
import { achFile } from './ach-file/index.ts'
import { authorizenet } from './authorizenet/index.ts'
import type { ProcessorHttp } from './http.ts'
import { stripe } from './stripe/index.ts'
import { worldpayCnp } from './worldpay-cnp/index.ts'

/** What connectors to real processors share. */
interface ConnectorParts {
  http: ProcessorHttp
  /** Folders in which a processor lays down reports. */
  openFolder: OpenFolder
}

/** Connectors to real processors, one line each, by the names that operators give. */
const CONNECTORS: Readonly<Record<string, (parts: ConnectorParts) => Connector>> = {
  'ach-file': achFile,
  authorizenet,
  stripe,
  'worldpay-cnp': worldpayCnp,
}

export function openConnectors(parts: ConnectorParts): Readonly<Record<string, Connector>> {
  return Object.fromEntries(Object.entries(CONNECTORS).map(([name, open]) => [name, open(parts)]))
}
