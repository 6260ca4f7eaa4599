import type { form as english } from '../en/form.ts'

export const form: typeof english = {
  heading: {
    both: 'Pago',
    cc: 'Pagar con tarjeta',
    ach: 'Pagar con cuenta bancaria',
    stores: 'Guardar una cuenta',
    verifies: 'Comprobar una tarjeta',
  },
  methods: { cc: 'Tarjeta', ach: 'Cuenta bancaria' },
  pay_with: 'Pagar con',
  what_to_save: 'Cuenta que desea guardar',
  details: { cc: 'Datos de la tarjeta', ach: 'Datos de la cuenta bancaria' },
  optional: 'Opcional',
  review: 'Pagará {amount} a {payee}.',
  review_authorize: 'Se retendrán {amount} en su tarjeta. {payee} los cobrará más adelante.',
  review_keeps: '{payee} guardará esta cuenta para los pagos futuros que usted acepte.',
  review_stores: '{payee} guardará esta cuenta para los pagos futuros que usted acepte. No se le cobrará nada ahora.',
  review_verifies: '{payee} comprobará esta tarjeta y su dirección. No se le cobrará nada.',
  amount_above: 'el monto indicado arriba',
  pay: 'Pagar',
  authorize: 'Autorizar',
  save: 'Guardar cuenta',
  verify: 'Comprobar tarjeta',
  sending: 'Procesando…',
  sending_long: 'Estamos procesando su pago. Puede tardar unos segundos.',
  check_fields: 'Revise estos datos',
  assurance: merchant =>
    `Sus datos se envían de forma segura a la pasarela de pago de ${merchant}. Su código de seguridad nunca se guarda.`,
  debit_once: 'Autorizo a {payee} a debitar esta cuenta bancaria una sola vez, por {amount}, a partir de hoy. {revoke}',
  debit_later:
    'Autorizo a {payee} a conservar esta cuenta bancaria y a debitarla por los pagos que yo acepte más adelante. {revoke}',
  revoke_once: email =>
    email
      ? `Puedo cancelar esta autorización escribiendo a ${email} antes de que el débito se envíe a mi banco.`
      : 'Puedo cancelar esta autorización antes de que el débito se envíe a mi banco.',
  revoke_later: email =>
    email
      ? `Puedo cancelar esta autorización escribiendo a ${email}.`
      : 'Puedo cancelar esta autorización en cualquier momento.',
  tick_authorization: 'Marque la casilla para autorizar el débito.',
  from_to: (least, most) => `De ${least} a ${most}`,
  at_least: least => `${least} o más`,
  amount_invalid_from_to: (least, most) => `Ingrese un monto de ${least} a ${most}.`,
  amount_invalid_at_least: least => `Ingrese un monto de ${least} o más.`,
  leaves: (balance, rest) => `Si paga menos de ${balance}, deje al menos ${rest}.`,
  at_most_characters: most => `Ingrese ${most} caracteres como máximo.`,
  stale: {
    title: 'Envíe el formulario de nuevo',
    text: 'La página había caducado, así que no se cobró nada. Revise sus datos y envíelos otra vez.',
  },
  surcharge: {
    line: '{label}: con tarjeta de crédito se agregan {amount}, {total} en total. No se aplica a tarjetas de débito o prepagadas ni a cuentas bancarias.',
    title: 'Se agrega un recargo',
    text: (added, total) =>
      `Con tarjeta de crédito se agregan ${added}, ${total} en total. Todavía no se le ha cobrado nada. Revise los montos y envíe el formulario de nuevo.`,
  },
  changed_balance: {
    title: 'Algo ha cambiado',
    text: balance =>
      `${balance === null ? 'Los montos que se pueden pagar no eran los mismos' : `El saldo es ${balance} y no era el mismo`} cuando abrió esta página. No se le ha cobrado nada. Si todavía quiere pagar, revise el monto y envíe el formulario de nuevo.`,
  },
  changed_terms: {
    title: 'Algo ha cambiado',
    text: 'Lo que se hace con su tarjeta o cuenta ha cambiado desde que abrió esta página. No se le ha cobrado nada. Léalo y envíe el formulario de nuevo.',
  },
  changed_amount: {
    title: 'El monto ha cambiado',
    text: amount =>
      `El monto ahora es ${amount}. No se le ha cobrado nada. Revise el monto y envíe el formulario de nuevo.`,
  },
  test_cards: {
    title: 'Tarjetas de prueba',
    hint: 'Sirve cualquier fecha de vencimiento futura. No se cobra nada.',
    fill: 'Usar',
    approved: 'Aprobada',
    amounts: 'Algunos montos se rechazan: consulte los valores de prueba en la documentación.',
  },
  fields: {
    amount: { label: 'Monto a pagar', missing: 'Ingrese el monto que desea pagar.' },
    receipt_email: {
      label: 'Correo electrónico para el recibo',
      invalid: 'Ingrese una dirección de correo como nombre@example.com.',
    },
    card_number: {
      label: 'Número de tarjeta',
      missing: 'Ingrese el número de la tarjeta.',
      invalid: 'El número de tarjeta está incompleto o tiene un error.',
    },
    expiry: {
      label: 'Vencimiento',
      hint: 'MM / AA',
      missing: 'Ingrese la fecha de vencimiento.',
      invalid: 'Ingrese un mes y un año que no hayan pasado, como 04 / 31.',
    },
    cvv: {
      label: 'Código de seguridad',
      hint: '3 dígitos al dorso; Amex: 4 al frente',
      missing: 'Ingrese el código de seguridad.',
      invalid: 'El código de seguridad tiene 3 dígitos, o 4 en las tarjetas American Express.',
    },
    card_name: {
      label: 'Nombre en la tarjeta',
      missing: 'Ingrese el nombre que figura en la tarjeta.',
      invalid: 'Ingrese el nombre tal como figura en la tarjeta, hasta 32 caracteres.',
    },
    card_street: {
      label: 'Dirección de facturación',
      missing: 'Ingrese la dirección de su estado de cuenta.',
      invalid: 'Ingrese una dirección de hasta 32 caracteres.',
    },
    card_zip: {
      label: 'Código postal',
      missing: 'Ingrese el código postal de su estado de cuenta.',
      invalid: 'Ingrese un código postal de 5 a 10 caracteres.',
    },
    holder: {
      label: 'Nombre del titular de la cuenta',
      missing: 'Ingrese el nombre del titular de la cuenta.',
      invalid: 'Ingrese un nombre de hasta 32 caracteres.',
    },
    routing: {
      label: 'Número de ruta',
      hint: '9 dígitos, en la parte inferior izquierda de un cheque',
      missing: 'Ingrese el número de ruta.',
      invalid: 'El número de ruta no tiene 9 dígitos o contiene un error.',
    },
    account_number: {
      label: 'Número de cuenta',
      missing: 'Ingrese el número de cuenta.',
      invalid: 'El número de cuenta tiene de 4 a 17 dígitos.',
    },
    account_number_again: {
      label: 'Repita el número',
      missing: 'Ingrese el número de cuenta otra vez.',
      invalid: 'Los dos números de cuenta no coinciden.',
    },
    account_type: {
      label: 'Tipo de cuenta',
      missing: 'Elija el tipo de cuenta.',
      invalid: 'Elija cuenta de cheques o de ahorros.',
      checking: 'De cheques',
      savings: 'De ahorros',
    },
    is_company: {
      label: 'La cuenta es de',
      missing: 'Elija a quién pertenece la cuenta.',
      invalid: 'Elija una persona o una empresa.',
      person: 'Una persona',
      business: 'Una empresa',
    },
    dl_number: {
      label: 'Licencia de conducir',
      missing: 'Ingrese el número de la licencia de conducir.',
      invalid: 'Ingrese un número de licencia de hasta 50 caracteres.',
    },
    dl_state: { label: 'Estado emisor', missing: 'Ingrese el estado que emitió la licencia.' },
    dob_year: {
      label: 'Año de nacimiento',
      hint: '4 dígitos; se usa para confirmar su identidad',
      missing: 'Ingrese el año de nacimiento del titular de la cuenta.',
      invalid: 'Ingrese un año de nacimiento de 4 dígitos.',
    },
    check_number: {
      label: 'Número de cheque',
      missing: 'Ingrese el número del cheque.',
      invalid: 'El número de cheque tiene hasta 15 dígitos.',
    },
    street: {
      label: 'Dirección',
      missing: 'Ingrese la dirección del titular de la cuenta.',
      invalid: 'Ingrese una dirección de hasta 32 caracteres.',
    },
    city: { label: 'Ciudad', missing: 'Ingrese la ciudad.', invalid: 'Ingrese una ciudad de hasta 36 caracteres.' },
    state: {
      label: 'Estado',
      missing: 'Ingrese el estado.',
      invalid: 'Ingrese las dos letras del estado, como CA.',
    },
    zip: {
      label: 'Código postal',
      missing: 'Ingrese el código postal.',
      invalid: 'Ingrese un código postal de 5 dígitos, o de 9 con guion.',
    },
    phone: {
      label: 'Número de teléfono',
      missing: 'Ingrese un número de teléfono.',
      invalid: 'El número de teléfono tiene 10 dígitos.',
    },
  },
}
