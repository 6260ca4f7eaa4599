import type { access as english } from '../en/access.ts'

export const access: typeof english = {
  username: { label: 'Usuario', missing: 'Escriba el usuario.' },
  password: { label: 'Contraseña', missing: 'Escriba la contraseña.' },
  domain: {
    label: 'Dominio',
    hint: 'La dirección con la que su empresa inicia sesión, como pay.example.com.',
    missing: 'Escriba el dominio.',
  },
  code: {
    label: 'Código',
    hint: 'De su aplicación de autenticación, o un código de recuperación. Déjelo vacío si no ha configurado un segundo factor.',
    now: 'Los seis dígitos que la aplicación muestra ahora.',
    missing: 'Escriba el código.',
    wrong: 'Este no es el código que su aplicación muestra ahora.',
  },
  failed: 'No se pudo iniciar sesión',
  not_signed_in: 'Sin iniciar sesión',
  closed: 'Su cuenta se cerró hace un momento.',
  changed: 'Su contraseña se cambió hace un momento. Inicie sesión con la nueva.',
  refused: {
    wrong: 'El dominio, el usuario, la contraseña o el código no son correctos.',
    forbidden: 'Su cuenta no tiene permiso para hacer esto.',
    too_often: 'Hubo demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
  },
  consent: {
    title: name => `¿Permitir el acceso a ${name}?`,
    skip: 'Ir al inicio de sesión',
    eyebrow: 'Una integración solicita acceso',
    heading: name => `¿Permitir que ${name} use su cuenta?`,
    about: name => `Acerca de ${name}`,
    sign_in: 'Inicie sesión para permitirlo',
    hint: 'Podrá ver y hacer en su nombre todo lo que usted puede, hasta que le retire el acceso. Su contraseña no se comparte.',
    limited: 'Solicita una parte de lo que usted puede hacer:',
    scopes: {
      read: 'ver todo lo que usted puede ver',
      invoices: 'crear y cambiar facturas, enlaces de pago y contactos',
      payments: 'cobrar, reembolsar y cambiar pagos, cuentas guardadas, pagos periódicos y contactos',
    },
    limited_hint:
      'Podrá hacerlo en su nombre, y ver lo que usted ve, hasta que le retire el acceso. Su contraseña no se comparte.',
    allow: 'Permitir el acceso',
    refuse: 'Rechazar',
    either_way: 'En ambos casos volverá a {host}.',
    later: 'En {link} puede ver lo que ha permitido y retirar el acceso en cualquier momento.',
    your_integrations: 'sus integraciones',
  },
  integrations: {
    title: 'Sus integraciones',
    text: 'Estas son las aplicaciones a las que permitió usar su cuenta. Inicie sesión para verlas y retirarles el acceso.',
    sign_in: 'Iniciar sesión',
    show: 'Mostrar mis integraciones',
    signed_in: username => `Inició sesión como ${username}. Cierre esta página cuando termine.`,
    ended: name => `${name} ya no tiene acceso.`,
    none: 'Ninguna integración tiene acceso a su cuenta.',
    allowed: moment => `Permitida el ${moment}.`,
    renewed: moment => `Renovada por última vez el ${moment}.`,
    end: 'Retirar el acceso',
    end_of: name => `Retirar el acceso a ${name}`,
    factor: '{link}: un código además de su contraseña.',
    your_factor: 'Su segundo factor',
  },
  factor: {
    title: 'Su segundo factor',
    text: 'Al iniciar sesión se le pide, además de la contraseña, un código de una aplicación de su teléfono. Inicie sesión para configurarlo o quitarlo.',
    set_up: 'Configure su segundo factor',
    not_confirmed: 'Sin confirmar',
    scan: 'Escanee este código con una aplicación de autenticación o escriba en ella la clave:',
    code_alt: 'Código QR con la clave que sigue',
    confirm: 'Confirmar',
    again: 'Empezar de nuevo con otra clave',
    in_use: 'Su segundo factor está activo',
    keep_codes:
      'Guarde estos códigos de recuperación en un lugar que no sea su teléfono. Cada uno le permite iniciar sesión una vez sin la aplicación. No se mostrarán de nuevo.',
    since: (moment, left) =>
      `Activo desde el ${moment}. ${left === 1 ? 'Queda 1 código de recuperación.' : `Quedan ${left} códigos de recuperación.`}`,
    remove: 'Quitarlo',
    removed: 'Segundo factor quitado',
    removed_text: 'Desde ahora inicia sesión solo con su contraseña, a menos que su empresa exija más.',
  },
  keys: {
    text: 'Tiene estas claves para programas. Dejan de valer ahora, a menos que las conserve:',
    api_key: moment => `Clave de API, creada el ${moment}`,
    hash_key: moment => `Clave para firmas, creada el ${moment}`,
    keep: 'Las creé yo: conservarlas',
  },
  problems: {
    unknown_client: {
      title: 'No conocemos esta integración',
      text: 'Su client_id no pertenece a ninguna integración registrada. No se permitió nada.',
    },
    no_client: {
      title: 'Esta solicitud no dice quién pide el acceso',
      text: 'Le falta el client_id. No se permitió nada.',
    },
    withdrawn_client: {
      title: 'Esta integración fue retirada',
      text: 'Estuvo registrada aquí y ya no lo está. No se permitió nada. Quien la ofrece puede decirle qué hacer.',
    },
    no_redirect: {
      title: 'Esta solicitud no dice adónde volver',
      text: 'Le falta la redirect_uri. No se permitió nada.',
    },
    unknown_redirect: {
      title: 'Esta dirección no está registrada',
      text: 'La integración pidió que volviera a una redirect_uri que no es suya. No se permitió nada y no se le envió allí.',
    },
    unclear: { title: 'No se puede leer esta solicitud', text: 'Repite un parámetro. No se permitió nada.' },
    foreign_form: {
      title: 'Este formulario vino de otro sitio',
      text: 'Por su seguridad, no se permitió nada. Empiece de nuevo desde la integración.',
    },
    foreign_merchant: {
      title: 'Esta integración pertenece a otra empresa',
      text: 'La registró una empresa solo para sus propios usuarios. No se permitió nada.',
    },
    sign_in_over: {
      title: 'Inicie sesión de nuevo',
      text: 'La sesión dura solo unos minutos. Abra sus integraciones otra vez.',
    },
    bad_form: {
      title: 'No se pudo leer este formulario',
      text: 'No se permitió nada. Empiece de nuevo desde la integración.',
    },
    error: {
      title: 'Hubo un problema de nuestra parte',
      text: 'No se permitió nada. Inténtelo de nuevo en un momento.',
    },
  },
}
