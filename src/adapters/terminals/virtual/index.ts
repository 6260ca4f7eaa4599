import type { PromptAnswer, Terminal, Terms } from '../../../ports/terminal.ts'
import { drawSignature } from './draw-signature.ts'

/** The virtual device: a terminal without hardware, for trying things out. It answers by itself, at once, and always the same. */

/** Words in the terms that make the customer who is not there behave; in capitals and alone, so that real terms seldom hold them. */
const TRIGGERS = [
  { word: /\bDECLINE\b/, reason_code_id: 1500 },
  { word: /\bTIMEOUT\b/, reason_code_id: 1531 },
] as const

/**
 * A terminal whose customer accepts and, where that is required, signs. Terms with the word DECLINE are declined (1500), terms with the
 * word TIMEOUT get no answer (1531). The same device draws the same signature below the same terms.
 */
export function virtualTerminal(): Terminal {
  return {
    name: 'virtual',
    actions: {},
    find: async () => ({ state: 'none' }),
    async prompt(terms, { serial_number }) {
      const reason_code_id = reasonOf(terms)
      if (reason_code_id !== 1000 || !terms.require_signature) {
        return { reason_code_id, signature_png_base64: null }
      }
      const image = drawSignature(`${serial_number}\n${terms.text}`)
      return { reason_code_id, signature_png_base64: image.toString('base64') }
    },
    isOnline: async () => true,
  }
}

function reasonOf({ text }: Terms): PromptAnswer['reason_code_id'] {
  return TRIGGERS.find(({ word }) => word.test(text))?.reason_code_id ?? 1000
}
