import type { Noun } from '../definition/noun.ts'
import { noun } from '../definition/noun.ts'
import type { Payments } from '../payments/payments.ts'
import type { TerminalRuns } from '../payments/terminals/terminal-runs.ts'
import type { Vaulting } from '../payments/vault/vaulting.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { Poster } from '../ports/poster.ts'
import type { Terminals } from '../ports/terminal.ts'
import { accountvaultCommands } from './accountvault/accountvault.commands.ts'
import { accountvaultOperations } from './accountvault/accountvault.operations.ts'
import { accountvaultRules } from './accountvault/accountvault.rules.ts'
import { accountvault } from './accountvault/accountvault.ts'
import { branding_domain } from './branding_domain/branding_domain.ts'
import { changelogOperations } from './changelog/changelog.operations.ts'
import { changelog } from './changelog/changelog.ts'
import { contactCommands } from './contact/contact.commands.ts'
import { contactOperations } from './contact/contact.operations.ts'
import { contactRules } from './contact/contact.rules.ts'
import { contact } from './contact/contact.ts'
import { developercompany } from './developercompany/developercompany.ts'
import { devicetermOperations } from './deviceterm/deviceterm.operations.ts'
import { devicetermRules } from './deviceterm/deviceterm.rules.ts'
import { deviceterm } from './deviceterm/deviceterm.ts'
import { emailBlacklistRules } from './email_blacklist/email_blacklist.rules.ts'
import { email_blacklist } from './email_blacklist/email_blacklist.ts'
import { file } from './file/file.ts'
import { locationOperations } from './location/location.operations.ts'
import { locationTree } from './location/location.reactions.ts'
import { locationRules } from './location/location.rules.ts'
import { location } from './location/location.ts'
import { locationinfoOperations } from './locationinfo/locationinfo.operations.ts'
import { locationinfo } from './locationinfo/locationinfo.ts'
import { log_email } from './log_email/log_email.ts'
import { log_sms } from './log_sms/log_sms.ts'
import { microdeposit } from './microdeposit/microdeposit.ts'
import { noteRules } from './note/note.rules.ts'
import { note } from './note/note.ts'
import { oauthclientCommands } from './oauthclient/oauthclient.commands.ts'
import { oauthclientOperations } from './oauthclient/oauthclient.operations.ts'
import { oauthclientRules } from './oauthclient/oauthclient.rules.ts'
import { oauthclient } from './oauthclient/oauthclient.ts'
import { oauthgrantOperations } from './oauthgrant/oauthgrant.operations.ts'
import { oauthgrant } from './oauthgrant/oauthgrant.ts'
import { paylinkCommands } from './paylink/paylink.commands.ts'
import { paylinkProjections } from './paylink/paylink.reactions.ts'
import { paylinkRules } from './paylink/paylink.rules.ts'
import { paylink } from './paylink/paylink.ts'
import { postback_attempt } from './postback_attempt/postback_attempt.ts'
import { counted } from './postback_log/counted.ts'
import { postbackLogCommands } from './postback_log/postback_log.commands.ts'
import { postback_log } from './postback_log/postback_log.ts'
import { postbackconfigCommands } from './postbackconfig/postbackconfig.commands.ts'
import { postbackconfigOperations } from './postbackconfig/postbackconfig.operations.ts'
import { postbackconfigRules } from './postbackconfig/postbackconfig.rules.ts'
import { postbackconfig } from './postbackconfig/postbackconfig.ts'
import { productAccountvaultRules } from './product_accountvault/product_accountvault.rules.ts'
import { product_accountvault } from './product_accountvault/product_accountvault.ts'
import { productFileRules } from './product_file/product_file.rules.ts'
import { product_file } from './product_file/product_file.ts'
import { productRecurringRules } from './product_recurring/product_recurring.rules.ts'
import { product_recurring } from './product_recurring/product_recurring.ts'
import { producttransactionRules } from './producttransaction/producttransaction.rules.ts'
import { producttransaction } from './producttransaction/producttransaction.ts'
import { quickInvoiceSettingRules } from './quick_invoice_setting/quick_invoice_setting.rules.ts'
import { quick_invoice_setting } from './quick_invoice_setting/quick_invoice_setting.ts'
import { quick_invoice_view } from './quick_invoice_view/quick_invoice_view.ts'
import { quickinvoiceCommands } from './quickinvoice/quickinvoice.commands.ts'
import { quickinvoiceOperations } from './quickinvoice/quickinvoice.operations.ts'
import { quickinvoiceBalance, quickinvoiceReminders } from './quickinvoice/quickinvoice.reactions.ts'
import { quickinvoiceRules } from './quickinvoice/quickinvoice.rules.ts'
import { quickinvoice } from './quickinvoice/quickinvoice.ts'
import { reasoncode } from './reasoncode/reasoncode.ts'
import { noticeProjections } from './recurring/notice.ts'
import { recurringCommands } from './recurring/recurring.commands.ts'
import { recurringProjections } from './recurring/recurring.reactions.ts'
import { recurringRules } from './recurring/recurring.rules.ts'
import { recurring } from './recurring/recurring.ts'
import { routeraccountvaultCommands } from './routeraccountvault/routeraccountvault.commands.ts'
import { routeraccountvault } from './routeraccountvault/routeraccountvault.ts'
import { routertransactionCommands } from './routertransaction/routertransaction.commands.ts'
import { routertransaction } from './routertransaction/routertransaction.ts'
import { salestaxCommands } from './salestax/salestax.commands.ts'
import { salestax } from './salestax/salestax.ts'
import { salestaxrateRules } from './salestaxrate/salestaxrate.rules.ts'
import { salestaxrate } from './salestaxrate/salestaxrate.ts'
import { scannerRules } from './scanner/scanner.rules.ts'
import { scanner } from './scanner/scanner.ts'
import { scannermanufacturer } from './scannermanufacturer/scannermanufacturer.ts'
import { scannermodel } from './scannermodel/scannermodel.ts'
import { signatureRules } from './signature/signature.rules.ts'
import { signature } from './signature/signature.ts'
import { sms_blacklist } from './sms_blacklist/sms_blacklist.ts'
import { tagCommands } from './tag/tag.commands.ts'
import { tagRules } from './tag/tag.rules.ts'
import { tag, tagging } from './tag/tag.ts'
import { terminalCommands } from './terminal/terminal.commands.ts'
import { terminalRules } from './terminal/terminal.rules.ts'
import { terminal } from './terminal/terminal.ts'
import { terminalagentCommands } from './terminalagent/terminalagent.commands.ts'
import { terminalagentRules } from './terminalagent/terminalagent.rules.ts'
import { terminalagent } from './terminalagent/terminalagent.ts'
import { terminalapplication } from './terminalapplication/terminalapplication.ts'
import { terminalcvm } from './terminalcvm/terminalcvm.ts'
import { terminalmanufacturer } from './terminalmanufacturer/terminalmanufacturer.ts'
import { terminalrunCommands, terminalrunOperations } from './terminalrun/terminalrun.commands.ts'
import { terminalrun } from './terminalrun/terminalrun.ts'
import { ticketOperations } from './ticket/ticket.operations.ts'
import { ticketRules } from './ticket/ticket.rules.ts'
import { ticket } from './ticket/ticket.ts'
import { transactionCommands } from './transaction/transaction.commands.ts'
import { transactionOperations } from './transaction/transaction.operations.ts'
import { transactionProjections } from './transaction/transaction.reactions.ts'
import { transactionRules } from './transaction/transaction.rules.ts'
import { transaction } from './transaction/transaction.ts'
import { transactionbatchCommands } from './transactionbatch/transactionbatch.commands.ts'
import { batchCutOffs } from './transactionbatch/transactionbatch.reactions.ts'
import { transactionbatch } from './transactionbatch/transactionbatch.ts'
import { transactionhistory } from './transactionhistory/transactionhistory.ts'
import { transactionlevel3Operations } from './transactionlevel3/transactionlevel3.operations.ts'
import { level3Defaults } from './transactionlevel3/transactionlevel3.reactions.ts'
import { transactionlevel3Rules } from './transactionlevel3/transactionlevel3.rules.ts'
import { transactionlevel3 } from './transactionlevel3/transactionlevel3.ts'
import { userCommands } from './user/user.commands.ts'
import { userOperations } from './user/user.operations.ts'
import { userRules } from './user/user.rules.ts'
import { user } from './user/user.ts'

/** What the nouns with replaced operations are made of. */
export interface NounParts {
  cipher: Cipher
  clock: Clock
  files: FileStore
  payments: Payments
  poster: Poster
  /** Called when there is something new to post. */
  posted(): void
  /** Requests at terminals. */
  runs: TerminalRuns
  /** The driver of each kind of terminal, by manufacturer. */
  terminals: Terminals
  vaulting: Vaulting
  publicUrl(): string
  hashPassword(password: string): Promise<string>
  verifyPassword(password: string, password_mark: string): Promise<boolean>
  /** Called when users, keys or locations changed, so that remembered credentials are looked up anew. */
  forget(): Promise<void>
  endSessions(user_id: string, except: string | null): Promise<void>
}

/** Nouns that need nothing of what the process brings. */
const SIMPLE: readonly Noun[] = [
  noun(file),
  noun(log_email),
  noun(log_sms),
  noun(quick_invoice_view),
  noun(quick_invoice_setting, { rules: quickInvoiceSettingRules }),
  noun(email_blacklist, { rules: emailBlacklistRules }),
  noun(sms_blacklist),
  noun(branding_domain),
  noun(developercompany),
  noun(reasoncode),
  noun(salestax, { commands: salestaxCommands }),
  noun(salestaxrate, { rules: salestaxrateRules }),
]

/** Every noun of the API; one line each. */
export function nouns(parts: NounParts): Noun[] {
  const made = [
    noun(location, { rules: locationRules, operations: locationOperations(parts.forget), projections: locationTree }),
    noun(contact, { rules: contactRules, operations: contactOperations, commands: contactCommands(parts) }),
    noun(producttransaction, { rules: producttransactionRules }),
    noun(user, { rules: userRules, operations: userOperations(parts), commands: userCommands(parts) }),
    noun(accountvault, {
      rules: accountvaultRules,
      operations: accountvaultOperations(parts),
      commands: accountvaultCommands(parts),
    }),
    noun(microdeposit),
    noun(ticket, { rules: ticketRules, operations: ticketOperations(parts) }),
    noun(transaction, {
      rules: transactionRules,
      operations: transactionOperations(parts),
      commands: transactionCommands(parts),
      projections: transactionProjections,
    }),
    noun(transactionbatch, { commands: transactionbatchCommands(parts), projections: batchCutOffs }),
    noun(transactionhistory),
    noun(quickinvoice, {
      rules: quickinvoiceRules,
      operations: quickinvoiceOperations(parts),
      commands: quickinvoiceCommands(parts),
      projections: [quickinvoiceBalance, ...quickinvoiceReminders],
    }),
    noun(paylink, {
      rules: paylinkRules,
      operations: tagging(),
      commands: paylinkCommands(parts),
      projections: paylinkProjections,
    }),
    noun(recurring, {
      rules: recurringRules,
      operations: tagging(),
      commands: recurringCommands,
      projections: [...recurringProjections, ...noticeProjections],
    }),
    noun(transactionlevel3, {
      rules: transactionlevel3Rules,
      operations: transactionlevel3Operations,
      projections: level3Defaults,
    }),
    noun(tag, { rules: tagRules, commands: tagCommands }),
    ...terminals(parts),
    noun(scanner, { rules: scannerRules }),
    noun(scannermodel),
    noun(scannermanufacturer),
    noun(deviceterm, { rules: devicetermRules, operations: devicetermOperations(parts) }),
    noun(signature, { rules: signatureRules }),
    noun(note, { rules: noteRules }),
    ...postbackNouns(parts),
    noun(locationinfo, { operations: locationinfoOperations }),
    noun(product_file, { rules: productFileRules }),
    noun(product_accountvault, { rules: productAccountvaultRules }),
    noun(product_recurring, { rules: productRecurringRules }),
    ...SIMPLE,
    ...accessNouns(parts),
  ]
  return [...made, noun(changelog, { operations: changelogOperations(made) })]
}

/** Who and what else may come in. */
function accessNouns(parts: NounParts): Noun[] {
  return [
    noun(oauthclient, {
      rules: oauthclientRules,
      operations: oauthclientOperations(parts.forget),
      commands: oauthclientCommands(parts),
    }),
    noun(oauthgrant, { operations: oauthgrantOperations(parts.forget) }),
  ]
}

/** Who wants to be told, what was told, and how that went. */
function postbackNouns(parts: NounParts): Noun[] {
  return [
    noun(postbackconfig, {
      rules: postbackconfigRules,
      operations: postbackconfigOperations(parts),
      commands: postbackconfigCommands(parts),
    }),
    noun(postback_log, { commands: postbackLogCommands(parts), operations: { list: counted } }),
    noun(postback_attempt, { operations: { list: counted } }),
  ]
}

/** Devices, and what is asked of them. */
function terminals(parts: NounParts): Noun[] {
  return [
    noun(terminal, { rules: terminalRules, commands: terminalCommands(parts) }),
    noun(terminalrun, { commands: terminalrunCommands(parts), operations: terminalrunOperations(parts) }),
    noun(routertransaction, { commands: routertransactionCommands(parts) }),
    noun(routeraccountvault, { commands: routeraccountvaultCommands(parts) }),
    noun(terminalagent, { rules: terminalagentRules, commands: terminalagentCommands }),
    noun(terminalapplication),
    noun(terminalcvm),
    noun(terminalmanufacturer),
  ]
}
