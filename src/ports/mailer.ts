export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

export interface Email {
  /** The same id is the same message, which should leave once however often it is tried. */
  id: string
  /** One address: every recipient gets a message of its own. */
  to: string
  /** The location's own address for its mails; null when it has none, and the operator's is used. */
  from: string | null
  /** The name shown beside the sender's address. */
  from_name: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** Where the recipient stops mails of this kind with one click (RFC 8058); null for those they asked for themselves. */
  unsubscribe_url: string | null
  /** Why it is sent, for people and reports: `quickinvoice.created`, `quickinvoice.resend`, … */
  reason: string
  location_id: string
}

/** What became of a message at whoever was asked to carry it. */
export type Delivery =
  | {
      result: 'sent'
      /** The carrier's own id for it. */
      provider_id: string | null
      /** The address or number it left under. */
      sender: string | null
      /** Where a mail that cannot be delivered comes back to. */
      return_path?: string | null
    }
  /** Not now; the same may work later. */
  | { result: 'later'; detail: string }
  /** Never. `unwelcome`: because of who it is for, so nothing more should be sent there. */
  | {
      result: 'refused'
      detail: string
      unwelcome: boolean
      /** The recipient said so, and can take it back. */
      opted_out?: boolean
    }
  /** It may have left or not, and a second one could not be told from the first. */
  | { result: 'unknown'; detail: string }

/** Hands over one e-mail. What is thrown counts as `later`. */
export interface Mailer {
  send(email: Email): Promise<Delivery>
  /** Lets go of connections that are kept open. */
  close?(): void
}

export interface TextMessage {
  /** As `Email.id`. */
  id: string
  /** 10 digits of a North American number. */
  to: string
  /** Who it is from, as the recipient knows them; the number it is sent from is the adapter's. */
  from: string
  text: string
  reason: string
  location_id: string
}

/** Hands over one SMS. What is thrown counts as `unknown`: there is no telling two texts apart. */
export interface Texter {
  send(message: TextMessage): Promise<Delivery>
  /** How the carrier tells what recipients answer and what became of texts; absent when it does not. */
  inbound?: TextInbound
}

/** What a carrier of texts told. */
export type Heard =
  /** Somebody wrote to the number that texts leave under. `from`: 10 digits. */
  | { kind: 'reply'; from: string; text: string }
  | { kind: 'status'; provider_id: string; status: 'delivered' | 'failed'; detail: string | null; unwelcome: boolean }
  /** Nothing that matters. */
  | { kind: 'nothing' }

export interface TextInbound {
  /** Reads a request that claims to come from the carrier; null when its signature does not say so. `url` as the carrier called it. */
  read(url: string, form: URLSearchParams, signature: string | null): Heard | null
}
