import { type Behaviour, type Noun, noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Microdeposits, Payments, ProcessorAccounts, TerminalRuns } from '../payments/payments.ts'
import type { Vaulting } from '../payments/vaulting.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { InvoicePrinter } from '../ports/invoice-printer.ts'
import type { Poster } from '../ports/poster.ts'
import type { Quotas } from '../ports/quotas.ts'
import type { Terminals } from '../ports/terminal.ts'
import { accountvaultCommands } from './accountvault/accountvault.commands.ts'
import { accountvaultOperations } from './accountvault/accountvault.operations.ts'
import { accountvaultRules } from './accountvault/accountvault.rules.ts'
import { authroleuserOperations } from './authroleuser/authroleuser.operations.ts'
import { brandingDomainRules } from './branding_domain/branding_domain.rules.ts'
import { branding_domain } from './branding_domain/branding_domain.ts'
import { logoCommand } from './branding_domain/uploaded-logo.ts'
import { changelogOperations } from './changelog/changelog.operations.ts'
import { contactCommands, contactOperations } from './contact/contact.commands.ts'
import { contactRules } from './contact/contact.rules.ts'
import { definitions } from './definitions.ts'
import { devicetermOperations } from './deviceterm/deviceterm.operations.ts'
import { devicetermRules } from './deviceterm/deviceterm.rules.ts'
import { discrepancyCommands } from './discrepancy/discrepancy.commands.ts'
import { emailBlacklistRules } from './email_blacklist/email_blacklist.ts'
import { hostedpaymentpageCommands } from './hostedpaymentpage/hostedpaymentpage.commands.ts'
import { hostedpaymentpageOperations, hostedpaymentpageRules } from './hostedpaymentpage/hostedpaymentpage.rules.ts'
import { locationOperations, locationTree } from './location/location.operations.ts'
import { locationRules } from './location/location.rules.ts'
import { location } from './location/location.ts'
import { locationinfoOperations } from './locationinfo/locationinfo.operations.ts'
import { noteOperations, noteRules } from './note/note.ts'
import { oauthclientCommands, oauthclientOperations } from './oauthclient/oauthclient.commands.ts'
import { oauthclientRules } from './oauthclient/oauthclient.rules.ts'
import { grantProjections } from './oauthgrant/made-under-grant.ts'
import { oauthgrantOperations } from './oauthgrant/oauthgrant.ts'
import { paylinkCommands } from './paylink/paylink.commands.ts'
import { paylinkRules } from './paylink/paylink.rules.ts'
import { postback_attempt } from './postback_attempt/postback_attempt.ts'
import { countedList } from './postback_log/counted-list.ts'
import { postbackLogCommands } from './postback_log/postback_log.commands.ts'
import { postback_log } from './postback_log/postback_log.ts'
import { postbackconfigCommands, postbackconfigOperations } from './postbackconfig/postbackconfig.commands.ts'
import { postbackconfigRules } from './postbackconfig/postbackconfig.rules.ts'
import { productAccountvaultRules } from './product_accountvault/product_accountvault.ts'
import { productRecurringRules } from './product_recurring/product_recurring.ts'
import { processorCommands } from './producttransaction/processor.commands.ts'
import { accountVersions } from './producttransaction/processor-account.ts'
import { producttransactionRules } from './producttransaction/producttransaction.rules.ts'
import { quickinvoiceCommands } from './quickinvoice/quickinvoice.commands.ts'
import { quickinvoiceOperations } from './quickinvoice/quickinvoice.operations.ts'
import { quickinvoiceReminders } from './quickinvoice/quickinvoice.reactions.ts'
import { quickinvoiceRules } from './quickinvoice/quickinvoice.rules.ts'
import { noticeProjections } from './recurring/notices.ts'
import { recurringCommands } from './recurring/recurring.commands.ts'
import { recurringProjections } from './recurring/recurring.reactions.ts'
import { recurringRules } from './recurring/recurring.rules.ts'
import { refundapprovalCommands } from './refundapproval/refundapproval.commands.ts'
import { refundapprovalRules } from './refundapproval/refundapproval.rules.ts'
import { routeraccountvaultCommands } from './routeraccountvault/routeraccountvault.commands.ts'
import { routertransactionCommands } from './routertransaction/routertransaction.commands.ts'
import { salestaxCommands } from './salestax/salestax.commands.ts'
import { scannerRules } from './scanner/scanner.rules.ts'
import { signatureRules } from './signature/signature.rules.ts'
import { surchargeRules } from './surcharge/surcharge.rules.ts'
import { tagCommands } from './tag/tag.commands.ts'
import { tagging } from './tag/tagging.ts'
import { terminalCommands } from './terminal/terminal.commands.ts'
import { terminalRules } from './terminal/terminal.rules.ts'
import { terminalagentCommands, terminalagentRules } from './terminalagent/terminalagent.commands.ts'
import { terminalrunCommands, terminalrunOperations } from './terminalrun/terminalrun.commands.ts'
import { ticketOperations } from './ticket/ticket.operations.ts'
import { ticketRules } from './ticket/ticket.ts'
import { transactionCommands } from './transaction/transaction.commands.ts'
import { transactionOperations } from './transaction/transaction.operations.ts'
import { transactionRules } from './transaction/transaction.rules.ts'
import { transactionbatchCommands } from './transactionbatch/transactionbatch.commands.ts'
import { batchCutOffs } from './transactionbatch/transactionbatch.reactions.ts'
import { transactionlevel3Operations } from './transactionlevel3/transactionlevel3.operations.ts'
import { transactionlevel3Rules } from './transactionlevel3/transactionlevel3.rules.ts'
import type { SignInPolicy } from './user/sign-in-policy.ts'
import { userCommands, userOperations } from './user/user.commands.ts'
import { userRules } from './user/user.rules.ts'
import type { SignIns } from './user/user-sessions.ts'

declare module '../definition/command.ts' {
  interface NounParts {
    cipher: Cipher
    /** Which processors products go through. */
    accounts: ProcessorAccounts
    clock: Clock
    files: FileStore
    payments: Payments
    microdeposits: Microdeposits
    poster: Poster
    /** Called when there is something new to post. */
    posted(): void
    /** Prints invoices. */
    printer: InvoicePrinter
    quotas: Quotas
    /** Requests at terminals. */
    runs: TerminalRuns
    /** The driver of each kind of terminal, by manufacturer. */
    terminals: Terminals
    vaulting: Vaulting
    publicUrl(): string
    /** Whether a branding address that nobody owns is the merchant's who writes it, without a proof: in the sandbox. */
    claims_addresses: boolean
    hashPassword(password: string, root_id: string): Promise<string>
    verifyPassword(password: string, password_mark: string, of: { root_id: string }): Promise<boolean>
    /** Checks what a user says of his own credentials; wrong ones count as failed sign-ins. Throws 429. */
    checkOwn(
      user_id: string,
      sent: { password: string; second_factor?: string | null },
      address: string | null,
    ): Promise<boolean>
    /** What the gateway asks of every merchant's users. */
    signInPolicy: SignInPolicy
    /** Called when users, keys or locations changed, so that remembered credentials are looked up anew. */
    invalidateCredentials(): Promise<void>
    endSessions(user_id: string, except: string | null): Promise<void>
    /** The sign-ins of a user. */
    signIns: SignIns
  }
}

type Definitions = typeof definitions

/** What resources do beyond being created, read, listed, updated and removed. */
const BEHAVIOURS: { readonly [Name in keyof Definitions]?: Behaviour<Definitions[Name]> } = {
  location: {
    rules: locationRules,
    operations: locationOperations,
    commands: [logoCommand(location, 'receipt_logo')],
    projections: locationTree,
  },
  branding_domain: { rules: brandingDomainRules, commands: [logoCommand(branding_domain, 'logo')] },
  contact: { rules: contactRules, operations: contactOperations, commands: contactCommands },
  producttransaction: {
    rules: producttransactionRules,
    commands: processorCommands,
    projections: [accountVersions],
  },
  surcharge: { rules: surchargeRules },
  user: { rules: userRules, operations: userOperations, commands: userCommands },
  authroleuser: { operations: authroleuserOperations },
  accountvault: {
    rules: accountvaultRules,
    operations: accountvaultOperations,
    commands: accountvaultCommands,
  },
  ticket: { rules: ticketRules, operations: ticketOperations() },
  transaction: {
    rules: transactionRules,
    operations: transactionOperations,
    commands: transactionCommands,
  },
  refundapproval: { rules: refundapprovalRules, commands: refundapprovalCommands },
  transactionbatch: { commands: transactionbatchCommands, projections: batchCutOffs },
  discrepancy: { commands: discrepancyCommands },
  quickinvoice: {
    rules: quickinvoiceRules,
    operations: quickinvoiceOperations,
    commands: quickinvoiceCommands,
    projections: quickinvoiceReminders,
  },
  paylink: {
    rules: paylinkRules,
    operations: tagging(),
    commands: paylinkCommands,
  },
  hostedpaymentpage: {
    rules: hostedpaymentpageRules,
    operations: hostedpaymentpageOperations,
    commands: hostedpaymentpageCommands,
  },
  recurring: {
    rules: recurringRules,
    operations: tagging(),
    commands: recurringCommands,
    projections: [...recurringProjections, ...noticeProjections],
  },
  transactionhistory: { operations: { archive: 'archived_transactionhistory' } },
  transactionlevel3: {
    rules: transactionlevel3Rules,
    operations: transactionlevel3Operations,
  },
  tag: { commands: tagCommands },
  terminal: { rules: terminalRules, commands: terminalCommands },
  terminalrun: { commands: terminalrunCommands, operations: terminalrunOperations },
  routertransaction: { commands: routertransactionCommands },
  routeraccountvault: { commands: routeraccountvaultCommands },
  terminalagent: { rules: terminalagentRules, commands: terminalagentCommands },
  scanner: { rules: scannerRules },
  deviceterm: { rules: devicetermRules, operations: devicetermOperations },
  signature: { rules: signatureRules },
  note: { rules: noteRules, operations: noteOperations },
  postbackconfig: {
    rules: postbackconfigRules,
    operations: postbackconfigOperations,
    commands: postbackconfigCommands,
  },
  postback_log: { commands: postbackLogCommands, operations: { list: countedList(postback_log) } },
  postback_attempt: { operations: { list: countedList(postback_attempt) } },
  locationinfo: { operations: locationinfoOperations },
  product_accountvault: { rules: productAccountvaultRules },
  product_recurring: { rules: productRecurringRules },
  email_blacklist: { rules: emailBlacklistRules },
  salestax: { commands: salestaxCommands },
  oauthclient: {
    rules: oauthclientRules,
    operations: oauthclientOperations,
    commands: oauthclientCommands,
  },
  oauthgrant: { operations: oauthgrantOperations, projections: grantProjections },
  changelog: { operations: changelogOperations },
}

/** Every resource of the API with what it does. */
export const nouns: readonly Noun[] = Object.entries(definitions).map(([name, resource]) =>
  noun<Resource>(resource, BEHAVIOURS[name as keyof Definitions] as Behaviour<Resource> | undefined),
)
