import type { WireRequest } from '../../src/adapters/terminals/pax/wire.ts'
import { encodeResponse } from '../../src/adapters/terminals/pax/wire.ts'
import { plainAnswer } from './answers.ts'
import { charge, charges } from './charge.ts'
import { followsUp, followUp } from './follow-up.ts'
import { Stopped, UNSUPPORTED } from './presented.ts'
import { closeBatch, report } from './report.ts'
import type { Running } from './running.ts'
import { showText, signaturePiece, takeSignature } from './terms.ts'

/** Carries out one command and answers it. Throws Stopped when it ended early, which is an answer too. */
export async function execute(request: WireRequest, run: Running): Promise<Buffer> {
  switch (request.command) {
    case 'A00': {
      const parts = { serial_number: run.setup.serial_number, model: 'VIRTUAL', os_version: '1.0' }
      return encodeResponse({ command: 'A01', result: '000000', message: 'OK', parts })
    }
    case 'A08':
      return signaturePiece(run.signature(), request.parts)
    case 'A20':
      return takeSignature(run)
    case 'A56':
      return showText(run, request.parts)
    case 'B00':
      return closeBatch(run)
    case 'R02':
      return report(run, request.parts)
    case 'T00':
    case 'T02':
      if (followsUp(request.parts)) return followUp(run, request.command, request.parts)
      if (charges(request.parts.type ?? '')) return charge(run, request.command, request.parts)
      throw new Stopped(UNSUPPORTED, 'UNSUPPORTED TRANSACTION')
    default:
      return plainAnswer('A17', '000000', 'OK')
  }
}
