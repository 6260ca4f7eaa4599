/** Signing in to allow an integration, to end its access and to set up a second factor. */
export const access = {
  username: { label: 'Username', missing: 'Enter the username.' },
  password: { label: 'Password', missing: 'Enter the password.' },
  domain: {
    label: 'Domain',
    hint: 'The address your business signs in under, such as pay.example.com.',
    missing: 'Enter the domain.',
  },
  code: {
    label: 'Code',
    hint: 'From your authenticator app, or a recovery code. Leave it empty if you have not set up a second factor.',
    now: 'The six digits that the app shows now.',
    missing: 'Enter the code.',
    wrong: 'This is not the code your app shows now.',
  },
  failed: 'That did not work',
  not_signed_in: 'Not signed in',
  closed: 'Your account was closed a moment ago.',
  changed: 'Your password was changed a moment ago. Sign in with the new one.',
  /** For who reads no English: the refusals of the API are in English. */
  refused: {
    wrong: 'The domain, username, password or code is not correct.',
    forbidden: 'Your account may not do this.',
    too_often: 'There were too many attempts. Wait a few minutes, then try again.',
  },
  consent: {
    title: (name: string) => `Allow ${name}?`,
    skip: 'Skip to sign-in',
    eyebrow: 'An integration asks for access',
    heading: (name: string) => `Allow ${name} to use your account?`,
    about: (name: string) => `About ${name}`,
    sign_in: 'Sign in to allow it',
    hint: 'It will be able to see and do everything you can, on your behalf, until you end its access. Your password is not shared.',
    limited: 'It asks for a part of what you can do:',
    scopes: {
      read: 'see everything that you can see',
      invoices: 'make and change invoices, pay links and contacts',
      payments: 'take, refund and change payments, stored accounts, recurrings and contacts',
    },
    limited_hint:
      'It can do this on your behalf, and see what you can see, until you end its access. Your password is not shared.',
    allow: 'Allow access',
    refuse: 'Refuse',
    either_way: 'Either way, you will return to {host}.',
    later: 'You can see and end what you have allowed under {link} at any time.',
    your_integrations: 'your integrations',
  },
  integrations: {
    title: 'Your integrations',
    text: 'These are the apps you have allowed to use your account. Sign in to see them and to end their access.',
    sign_in: 'Sign in',
    show: 'Show my integrations',
    signed_in: (username: string) => `You are signed in as ${username}. Close this page when you are done.`,
    ended: (name: string) => `${name} no longer has access.`,
    none: 'No integration has access to your account.',
    allowed: (moment: string) => `Allowed on ${moment}.`,
    renewed: (moment: string) => `Last renewed on ${moment}.`,
    end: 'End access',
    end_of: (name: string) => `End access of ${name}`,
    factor: '{link}: a code beside your password.',
    your_factor: 'Your second factor',
  },
  factor: {
    title: 'Your second factor',
    text: 'When you sign in, you are asked for a code from an app on your phone besides your password. Sign in to set it up or to remove it.',
    set_up: 'Set up your second factor',
    not_confirmed: 'Not confirmed',
    scan: 'Scan this code with an authenticator app, or type the secret into it:',
    code_alt: 'QR code with the secret below',
    confirm: 'Confirm',
    again: 'Start again with a new secret',
    in_use: 'Your second factor is in use',
    keep_codes:
      'Keep these recovery codes somewhere other than your phone. Each one signs you in once without the app. They are not shown again.',
    since: (moment: string, left: number) =>
      `In use since ${moment}. ${left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}`,
    remove: 'Remove it',
    removed: 'Second factor removed',
    removed_text: 'From now on you sign in with your password alone, unless your company requires more.',
  },
  keys: {
    text: 'You have these keys for software. They end now unless you keep them:',
    api_key: (moment: string) => `API key, made on ${moment}`,
    hash_key: (moment: string) => `Hash key for signatures, made on ${moment}`,
    keep: 'I made them: keep them',
  },
  problems: {
    unknown_client: {
      title: 'This integration is not known here',
      text: 'Its client_id belongs to no registered integration. Nothing was allowed.',
    },
    no_client: {
      title: 'This request does not say who asks',
      text: 'Its client_id is missing. Nothing was allowed.',
    },
    withdrawn_client: {
      title: 'This integration was withdrawn',
      text: 'It was registered here once and no longer is. Nothing was allowed. Its maker can tell you what to do.',
    },
    no_redirect: {
      title: 'This request does not say where to return to',
      text: 'Its redirect_uri is missing. Nothing was allowed.',
    },
    unknown_redirect: {
      title: 'This address is not registered',
      text: 'The integration asked us to send you back to a redirect_uri that is not one of its own. Nothing was allowed, and you were not sent there.',
    },
    unclear: { title: 'This request cannot be read', text: 'It names a parameter twice. Nothing was allowed.' },
    foreign_form: {
      title: 'This form came from another site',
      text: 'To protect you, nothing was allowed. Start again from the integration itself.',
    },
    foreign_merchant: {
      title: 'This integration belongs to another business',
      text: 'It was registered by a business for its own users only. Nothing was allowed.',
    },
    sign_in_over: {
      title: 'Please sign in again',
      text: 'You were signed in for a few minutes only. Open your integrations once more.',
    },
    bad_form: {
      title: 'This form could not be read',
      text: 'Nothing was allowed. Start again from the integration itself.',
    },
    error: {
      title: 'Something went wrong on our side',
      text: 'Nothing was allowed. Please try again in a moment.',
    },
  },
}
