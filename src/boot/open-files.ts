import { join } from 'node:path'
import { diskFiles } from '../adapters/files/disk/index.ts'
import { invoicePrinter } from '../adapters/pdf/index.ts'
import { logoData } from '../resources/branding_domain/uploaded-logo.ts'
import type { Core, ProcessParts } from './parts.ts'

/** Where attached files are, and what prints invoices with the logos that are stored. */
export function openFiles({ config, db }: Pick<ProcessParts, 'config' | 'db'>): Pick<Core, 'files' | 'printer'> {
  return {
    files: diskFiles(join(config.home, 'files')),
    printer: invoicePrinter(address => logoData(db, address)),
  }
}
