import type { outcomes as english } from '../en/outcomes.ts'

/** With their articles: what agrees with them is written out in the sentences. */
const NOUNS = { invoice: 'la factura', paylink: 'el enlace de pago', page: 'la página de pago' }
const THIS = { invoice: 'Esta factura', paylink: 'Este enlace de pago', page: 'Esta página de pago' }
const OF = { invoice: 'de la factura', paylink: 'del enlace de pago', page: 'de la página de pago' }
const TO = { invoice: 'a la factura', paylink: 'al enlace de pago', page: 'a la página de pago' }

const CANNOT_PAY = {
  invoice: 'Esta factura no se puede pagar',
  paylink: 'Este enlace de pago no se puede pagar',
  page: 'En esta página no se puede pagar',
}

export const outcomes: typeof english = {
  declined: {
    title: 'El pago fue rechazado',
    not_charged: 'No se le ha cobrado nada.',
    may_show: 'Su banco puede mostrar el importe como pendiente durante unos días. No se cobrará.',
    reasons: {
      account: 'No se aceptó el número de tarjeta o de cuenta. Revíselo o pague de otra manera.',
      address: 'La dirección de facturación no coincide con la tarjeta. Revise la dirección o use otra tarjeta.',
      amount: 'Este monto no se puede cobrar a la tarjeta o cuenta. Pague de otra manera.',
      bank: 'Su banco rechazó el pago. Consulte a su banco o use otra tarjeta.',
      bank_account: 'Su banco no aceptó el débito. Consulte a su banco o pague de otra manera.',
      card_cannot: 'Esta tarjeta no admite este tipo de pago. Use otra tarjeta.',
      closed: 'La cuenta está cerrada. Pague de otra manera.',
      cvv: 'El código de seguridad no coincide con la tarjeta. Revíselo e inténtelo de nuevo.',
      duplicate: 'Hace poco se hizo un pago igual. Compruébelo antes de volver a pagar.',
      expired: 'La tarjeta está vencida. Use otra tarjeta.',
      expiry: 'No se aceptó la fecha de vencimiento. Revísela e inténtelo de nuevo.',
      funds: 'La cuenta no tiene fondos suficientes. Use otra tarjeta o pague de otra manera.',
      limit: 'El pago supera el límite de la tarjeta. Consulte a su banco o use otra tarjeta.',
      merchant: 'No se pudo realizar el pago. Comuníquese con el comercio.',
      partial: 'La tarjeta no pudo cubrir todo el monto. Use otra tarjeta.',
      pin: 'No se aceptó el PIN. Use otra tarjeta o pague de otra manera.',
      too_often: 'La tarjeta se usó demasiadas veces hoy. Use otra tarjeta o inténtelo mañana.',
      try_again: 'No se pudo contactar a su banco. Inténtelo en unos minutos o use otra tarjeta.',
    },
    try_again: 'Intentar de nuevo',
  },
  nothing_paid: {
    title: 'No se cobró nada',
    text: paid => `${THIS[paid]} cambió después de abrirse. Revise los datos e inténtelo de nuevo.`,
    not_possible: 'No se pudo realizar el pago. Revise sus datos o pague de otra manera.',
    no_card: paid => `${CANNOT_PAY[paid]} con tarjeta.`,
    no_bank: paid => `${CANNOT_PAY[paid]} con una cuenta bancaria.`,
    gone: paid => `${THIS[paid]} ya no admite pagos.`,
    balance: amount => `El monto pendiente ahora es ${amount}. Revise el monto e inténtelo de nuevo.`,
    used: 'Ya se hizo o se intentó un pago con este enlace. Pida un enlace nuevo.',
  },
  receipt: {
    approved: 'Pago aprobado',
    verified: 'Tarjeta comprobada',
    plain_verified: merchant => `${merchant} ha comprobado su tarjeta. No se le cobró nada.`,
    submitted: 'Pago enviado',
    authorized: 'Pago autorizado',
    pending: 'Pago en proceso de confirmación',
    declined: 'Pago rechazado',
    thanks: merchant => `Gracias de parte de ${merchant}.`,
    on_its_way: 'Los pagos bancarios suelen tardar de 2 a 3 días hábiles.',
    held: merchant => `El monto queda retenido en su tarjeta. ${merchant} lo cobrará más adelante.`,
    sent_to: email => `Le enviaremos el recibo a ${email}.`,
    keep: 'Imprima o guarde esta página como recibo.',
    pending_text: 'Estamos esperando a su banco. No pague de nuevo: esta página se actualiza sola.',
    declined_text: paid => `No se le ha cobrado nada. Vuelva ${TO[paid]} para pagar de otra manera.`,
    plain_approved: (amount, merchant) => `Su pago de ${amount} a ${merchant} fue aprobado.`,
    plain_submitted: (amount, merchant) => `Su pago de ${amount} a ${merchant} fue enviado.`,
    plain_held: (amount, merchant) => `Se retuvieron ${amount} en su tarjeta. ${merchant} los cobrará más adelante.`,
    merchant: 'Comercio',
    date: 'Fecha',
    purpose: 'Concepto',
    number: 'Número de factura',
    type: 'Tipo',
    types: {
      sale: 'Pago con tarjeta',
      authonly: 'Autorización de tarjeta',
      debit: 'Pago bancario',
      avsonly: 'Comprobación de tarjeta',
    },
    paid_with: 'Pagado con',
    holder: 'Nombre',
    requested: 'Monto solicitado',
    subtotal: 'Subtotal',
    tax: 'Impuesto',
    tip: 'Propina',
    surcharge: 'Recargo',
    total: 'Total',
    auth_code: 'Código de autorización',
    effective: 'Fecha del débito',
    reference: 'Referencia',
    still_due: 'Saldo pendiente',
    debit: (merchant, amount, email) =>
      `Usted autorizó a ${merchant} a debitar esta cuenta una sola vez, por ${amount}. Puede cancelar la autorización${
        email ? ` escribiendo a ${email}` : ''
      } antes de que el débito se envíe a su banco.`,
    print: 'Imprimir o guardar como PDF',
    back: paid => `Volver ${TO[paid]}`,
    view: 'Ver recibo',
    going: 'Irá a {host} en {seconds}.',
    continue_to: host => `Continuar a ${host}`,
    the_merchant: 'el comercio',
    stay: 'Permanecer en esta página',
  },
  problems: {
    gone: paid => ({
      title: `${THIS[paid]} no está disponible`,
      text: 'Es posible que la dirección esté incompleta o que ya no se use. Revise el enlace de su mensaje o pregunte a quien se lo envió.',
    }),
    receipt_gone: paid => ({
      title: 'Este recibo no está disponible',
      text: `Es posible que el enlace esté incompleto. Vuelva ${TO[paid]} para ver si ya se realizó el pago.`,
    }),
    file_gone: paid => ({
      title: 'Este archivo no está disponible',
      text: `Es posible que se haya retirado. Pídalo a quien le envió ${NOUNS[paid]}.`,
    }),
    too_often: _paid => ({
      title: 'Demasiados intentos',
      text: 'Esta vez no se cobró nada. Espere unos minutos antes de volver a pagar.',
    }),
    foreign_form: paid => ({
      title: 'Este formulario viene de otro sitio',
      text: `Por su seguridad, no se cobró nada. Abra la dirección ${OF[paid]} y pague allí.`,
    }),
    bad_form: paid => ({
      title: 'No se pudo leer este formulario',
      text: `No se cobró nada. Abra ${NOUNS[paid]} de nuevo y vuelva a llenar el formulario.`,
    }),
    unsure: paid => ({
      title: 'Estamos confirmando su pago',
      text: `Estamos esperando a su banco. No pague de nuevo hasta ver el resultado al volver ${TO[paid]}.`,
    }),
    error: paid => ({
      title: 'Hubo un problema de nuestra parte',
      text: `Si estaba pagando, vuelva ${TO[paid]} para ver si el pago se realizó antes de intentarlo otra vez.`,
    }),
    open: paid => `Abrir ${NOUNS[paid]}`,
  },
}
