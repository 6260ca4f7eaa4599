import type { mails as english } from '../en/mails.ts'

const of = (number: string | null) => (number ? ` ${number}` : '')
const por = (purpose: string | null) => (purpose ? ` por ${purpose}` : '')
const de = (payer: string | null) => (payer ? ` de ${payer}` : '')

export const mails: typeof english = {
  questions: merchant => `¿Preguntas? Responda a este correo para comunicarse con ${merchant}.`,
  unsubscribe: 'Cancelar los recordatorios',
  no_reminders: merchant => `Para no recibir más recordatorios de ${merchant}:`,
  total: 'Total',
  paid_so_far: 'Pagado hasta ahora',
  balance: 'Saldo',
  invoice_number: 'Número de factura',
  view_and_pay: 'Ver y pagar',
  view_invoice: 'Ver factura',
  view_payment: 'Ver pago',
  pay_now: 'Pagar ahora',
  pay: 'Pague:',
  invoice: {
    subject: (merchant, number, title) => `${number ? `Factura ${number}` : 'Su factura'} de ${merchant}: ${title}`,
    sent: (merchant, number, title) =>
      `${merchant} le ha enviado ${number ? `la factura ${number}` : `una factura por ${title}`}.`,
    paid: 'Pagada en su totalidad',
    closed: 'Esta factura está cerrada',
    expired: 'Esta factura ha caducado',
    due: day => `Vence el ${day}`,
    pay_by: day => `Puede pagarla hasta el ${day}.`,
  },
  reminder: {
    coming: (title, number, merchant, day) => ({
      subject: `Recordatorio: ${title} vence el ${day}`,
      line: `Le recordamos que su factura${of(number)} de ${merchant} vence el ${day}.`,
      caption: `Vence el ${day}`,
    }),
    today: (title, number, merchant, day) => ({
      subject: `Vence hoy: ${title}`,
      line: `Le recordamos que su factura${of(number)} de ${merchant} vence hoy.`,
      caption: `Vence hoy, ${day}`,
    }),
    past: (title, number, merchant, day, left) => ({
      subject: `Vencida: ${title}`,
      line: `Su factura${of(number)} de ${merchant} venció el ${day}. Quedan ${left} por pagar.`,
      caption: `Venció el ${day}`,
    }),
    crossed: 'Si ya pagó, gracias. No tiene que hacer nada más.',
  },
  thanks: {
    subject: title => `Gracias por su pago: ${title}`,
    preview: (merchant, amount) => `${merchant} recibió ${amount}.`,
    heading: 'Gracias por su pago',
    line: (title, merchant) => `La factura «${title}» está pagada en su totalidad. Gracias de parte de ${merchant}.`,
  },
  invoice_text: (name, title, amount, due, href, reminds) =>
    `${name}: ${reminds ? 'Recordatorio: ' : ''}${amount} por "${title}", ${due}. Pague: ${href} Responda STOP para no recibir más.`,
  text_due: day => `vence el ${day}`,
  text_due_today: 'vence hoy',
  text_was_due: day => `venció el ${day}`,
  paylink: {
    subject: (merchant, amount) => `Solicitud de pago de ${merchant}: ${amount}`,
    preview: (merchant, amount) => `${merchant} le solicita un pago de ${amount}.`,
    heading: 'Solicitud de pago',
    line: (merchant, purpose) =>
      purpose
        ? `${merchant} le ha enviado una solicitud de pago: ${purpose}`
        : `${merchant} le ha enviado una solicitud de pago.`,
    paid: 'Pagado',
    closed: 'Este enlace ya no se puede pagar',
    pay_by: day => `Pague a más tardar el ${day}`,
    once: 'Pago único',
    text: (name, amount, purpose, state, href) =>
      `${name}: ${amount}${por(purpose || null)}. ${state} ${href} Responda STOP para no recibir más.`,
  },
  receipt: {
    subject: (merchant, amount) => `Su recibo de ${merchant}: ${amount}`,
    refund_subject: (merchant, amount) => `Su reembolso de ${merchant}: ${amount}`,
    merchant: 'Comercio',
    date: 'Fecha',
    purpose: 'Concepto',
    type: 'Tipo',
    paid_with: 'Pagado con',
    refunded_to: 'Reembolsado a',
    holder: 'Nombre',
    auth_code: 'Código de autorización',
    reference: 'Referencia',
    still_due: 'Saldo pendiente',
    keep: 'Guarde este correo como comprobante.',
    types: {
      card: 'Pago con tarjeta',
      card_recurring: 'Pago recurrente con tarjeta',
      authorization: 'Autorización de tarjeta',
      bank: 'Pago bancario',
      bank_recurring: 'Pago bancario recurrente',
      card_refund: 'Reembolso a una tarjeta',
      bank_refund: 'Reembolso a una cuenta bancaria',
    },
    refund: {
      heading: 'Reembolso aprobado',
      preview: purpose => `Su reembolso${por(purpose)} fue aprobado.`,
      line: (merchant, purpose) =>
        `${merchant} le reembolsó este monto${por(purpose)}. Puede tardar unos días en llegar a su cuenta.`,
    },
    payment: {
      heading: 'Pago aprobado',
      preview: purpose => `Su pago${por(purpose)} fue aprobado.`,
      line: (merchant, purpose) => `Gracias. ${merchant} recibió su pago${por(purpose)}.`,
    },
    bank: {
      heading: 'Pago enviado',
      preview: purpose => `Su pago${por(purpose)} fue enviado.`,
      line: (merchant, purpose) =>
        `Gracias. Su pago a ${merchant}${por(purpose)} fue enviado. Los pagos bancarios suelen tardar de 2 a 3 días hábiles.`,
    },
    held: {
      heading: 'Pago autorizado',
      preview: purpose => `Su pago${por(purpose)} fue autorizado.`,
      line: (merchant, purpose) =>
        `Gracias. El monto${por(purpose)} queda retenido en su tarjeta. ${merchant} lo cobrará más adelante.`,
    },
    paid_in_full: 'Su factura ya está pagada en su totalidad.',
    debit: (merchant, amount, recurring) =>
      `Usted autorizó a ${merchant} a debitar esta cuenta ${recurring ? 'como pago recurrente' : 'una sola vez'}, por ${amount}.`,
  },
  paid: {
    payment: {
      heading: 'Recibió un pago',
      subject: (amount, payer) => `Recibió un pago de ${amount}${payer ? ` (${payer})` : ''}`,
      line: (amount, payer, purpose) => `Recibió ${amount}${de(payer)}${por(purpose)}.`,
    },
    bank: {
      heading: 'Un pago bancario está en camino',
      subject: (amount, payer) => `Pago bancario enviado: ${amount}${de(payer)}`,
      line: (amount, payer, purpose) =>
        `Se envió un pago bancario: ${amount}${de(payer)}${por(purpose)}. Suele tardar de 2 a 3 días hábiles y todavía puede ser devuelto.`,
    },
    held: {
      heading: 'Un pago espera a que usted lo cobre',
      subject: (amount, payer) => `Pago autorizado: ${amount}${de(payer)}`,
      line: (amount, payer, purpose) =>
        `${amount}${de(payer)}${por(purpose)} están retenidos en la tarjeta. Complete el pago para cobrarlos.`,
    },
    in_full: 'La factura está pagada en su totalidad.',
    still_due: amount => `Quedan ${amount} de la factura por pagar.`,
    why: 'Recibe este correo porque su usuario tiene activados los recibos por correo.',
  },
  recurring: {
    subject: (merchant, amount, day) => `Próximo pago a ${merchant}: ${amount} el ${day}`,
    preview: (amount, day) => `Se cobrarán ${amount} el ${day}.`,
    heading: 'Tiene un pago próximo',
    line: (merchant, purpose, day) =>
      `${merchant} cobrará su pago programado${por(purpose)} el ${day}. No tiene que hacer nada.`,
    paid_with: 'Se paga con',
    last_day: 'Último pago a más tardar',
  },
  declined: {
    subject: merchant => `Su pago a ${merchant} fue rechazado`,
    preview: (amount, day) => `No se realizó el pago de ${amount} del ${day}.`,
    heading: 'Pago rechazado',
    line: (merchant, purpose) =>
      `No se realizó su pago programado a ${merchant}${por(purpose)}. No se le ha cobrado nada.`,
    card: 'Tarjeta',
    bank: 'Cuenta bancaria',
    ends_in: last_four => `terminada en ${last_four}`,
    next: 'Próximo pago',
    change: merchant => `Para cambiar su tarjeta o cuenta, responda a este correo y comuníquese con ${merchant}.`,
  },
}
