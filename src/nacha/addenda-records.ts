import { type Layout, layout, literal, reserved } from './layout.ts'
import type { Addenda, ChangeAddenda, InternationalAddenda, ReturnAddenda, TerminalAddenda } from './model.ts'
import { digits, number, text } from './slots.ts'

/** An addenda record and the fields that tie it to its entry. */
export interface AddendaRow {
  addenda: Addenda
  /** Its number among those of its type; null where the type has none. */
  sequence: number | null
  /** The last seven digits of its entry's trace number; null where the type has none. */
  entry_sequence: number | null
  /** A trace number that must be the entry's; null where the type has none or its own. */
  entry_trace: string | null
}

type Without<T extends { type: string }> = Omit<T, 'type'>

const PAYMENT = layout([literal(1, '705')], {
  info: text(4, 83),
  sequence: number(84, 87),
  entry_sequence: number(88, 94),
})

const TERMINAL: Layout<Without<TerminalAddenda> & { trace: string }> = layout([literal(1, '702')], {
  reference_1: text(4, 10),
  reference_2: text(11, 13),
  terminal_id: text(14, 19),
  serial_number: text(20, 25),
  date: text(26, 29),
  authorization: text(30, 35),
  location: text(36, 62),
  city: text(63, 77),
  state: text(78, 79),
  trace: digits(80, 94),
})

const CHANGE: Layout<Without<ChangeAddenda>> = layout([literal(1, '798'), reserved(22, 27)], {
  code: text(4, 6),
  original_trace: digits(7, 21),
  original_rdfi: digits(28, 35),
  corrected_data: text(36, 64),
  refused: text(65, 79),
  trace: digits(80, 94),
})

const RETURN: Layout<Without<ReturnAddenda>> = layout([literal(1, '799')], {
  code: text(4, 6),
  original_trace: digits(7, 21),
  date: digits(22, 27, 'blank'),
  original_rdfi: digits(28, 35),
  info: text(36, 79),
  trace: digits(80, 94),
})

type InternationalType = InternationalAddenda['type']

const INTERNATIONAL: Record<
  InternationalType,
  Layout<{ content: string; entry_sequence: number; sequence?: number }>
> = {
  '10': international('10'),
  '11': international('11'),
  '12': international('12'),
  '13': international('13'),
  '14': international('14'),
  '15': international('15'),
  '16': international('16'),
  '17': numbered('17'),
  '18': numbered('18'),
}

function international(type: InternationalType) {
  return layout([literal(1, `7${type}`), reserved(84, 87)], { content: text(4, 83), entry_sequence: number(88, 94) })
}

function numbered(type: InternationalType): Layout<{ content: string; entry_sequence: number; sequence?: number }> {
  const both = layout([literal(1, `7${type}`)], {
    content: text(4, 83),
    sequence: number(84, 87),
    entry_sequence: number(88, 94),
  })
  return {
    read: both.read,
    write: (row, reportProblem) => both.write({ ...row, sequence: row.sequence ?? 0 }, reportProblem),
  }
}

/** Parses record 7 by its type; null for an unknown type. */
export function readAddenda(line: string, reportProblem: (says: string) => void): AddendaRow | null {
  const type = line.slice(1, 3)
  const free = { sequence: null, entry_sequence: null, entry_trace: null }
  if (type === '05') {
    const { info, sequence, entry_sequence } = PAYMENT.read(line, reportProblem)
    return { addenda: { type, info }, sequence, entry_sequence, entry_trace: null }
  }
  if (type === '02') {
    const { trace, ...terminal } = TERMINAL.read(line, reportProblem)
    return { ...free, addenda: { type, ...terminal }, entry_trace: trace }
  }
  if (type === '98') return { ...free, addenda: { type, ...CHANGE.read(line, reportProblem) } }
  if (type === '99') return { ...free, addenda: { type, ...RETURN.read(line, reportProblem) } }
  if (!isInternational(type)) return null
  const { content, sequence, entry_sequence } = INTERNATIONAL[type].read(line, reportProblem)
  return { addenda: { type, content }, sequence: sequence ?? null, entry_sequence, entry_trace: null }
}

/** Returns record 7 with its number among those of its type and its entry's trace number. */
export function writeAddenda(
  addenda: Addenda,
  place: { sequence: number; trace: string },
  reportProblem: (says: string) => void,
): string {
  const entry_sequence = Number(place.trace.slice(-7))
  switch (addenda.type) {
    case '05':
      return PAYMENT.write({ info: addenda.info, sequence: place.sequence, entry_sequence }, reportProblem)
    case '02':
      return TERMINAL.write({ ...addenda, trace: place.trace }, reportProblem)
    case '98':
      return CHANGE.write(addenda, reportProblem)
    case '99':
      return RETURN.write(addenda, reportProblem)
    default:
      return INTERNATIONAL[addenda.type].write(
        { content: addenda.content, sequence: place.sequence, entry_sequence },
        reportProblem,
      )
  }
}

function isInternational(type: string): type is InternationalType {
  return Object.hasOwn(INTERNATIONAL, type)
}
