import type { Outcome } from '../../ports/processor.ts'

/** `avsResult`, as the letters that networks use for it. */
const AVS_LETTERS: Readonly<Record<string, string>> = {
  '00': 'Y',
  '01': 'X',
  '02': 'D',
  '10': 'Z',
  '11': 'W',
  '12': 'A',
  '13': 'A',
  '14': 'P',
  '20': 'N',
  '30': 'S',
  '31': 'R',
  '32': 'U',
  '33': 'R',
  '34': 'I',
  '40': 'E',
}

/** Which part of an address does not match. Letters that are not here say that nothing was compared. */
const AVS_PARTS: Readonly<Record<string, string>> = {
  D: 'GOOD',
  X: 'GOOD',
  Y: 'GOOD',
  A: 'ZIP',
  P: 'STREET',
  W: 'STREET',
  Z: 'STREET',
  N: 'BAD',
}

/** Returns an address check as an outcome has it. */
export function addressCheck(avs_result: string | null): Pick<Outcome, 'avs' | 'avs_enhanced'> {
  const avs_enhanced = AVS_LETTERS[avs_result ?? ''] ?? null
  return { avs: AVS_PARTS[avs_enhanced ?? ''] ?? null, avs_enhanced }
}
