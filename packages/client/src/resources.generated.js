// Written by `npm run client` from the description of the API: not to be edited.

import { resource } from './resource.js'

/** @import { AccountvaultsResource, MicrodepositsResource, TicketsResource, TransactionsResource, HostedpaymentpagesResource, QuickinvoicesResource, PaylinksResource, RecurringsResource, TagsResource, QuickInvoiceViewsResource, QuickInvoiceSettingsResource, ContactsResource, NotesResource, FilesResource, RefundapprovalsResource, TransactionbatchesResource, DiscrepanciesResource, TransactionhistoriesResource, Transactionlevel3sResource, PostbackconfigsResource, PostbacklogsResource, PostbackattemptsResource, ReasoncodesResource, TerminalsResource, TerminalrunsResource, RoutertransactionsResource, RouteraccountvaultsResource, TerminalagentsResource, TerminalapplicationsResource, TerminalcvmsResource, TerminalinfosResource, TerminalmanufacturersResource, ScannersResource, ScannermodelsResource, ScannermanufacturersResource, DevicetermsResource, SignaturesResource, LocationsResource, ProducttransactionsResource, SurchargesResource, UsersResource, AuthroleusersResource, LocationinfosResource, ProductfilesResource, ProductaccountvaultsResource, ProductrecurringsResource, BrandingDomainsResource, DevelopercompaniesResource, SalestaxResource, SalestaxratesResource, OauthclientsResource, OauthgrantsResource, TokenResource, AlertsResource, LogEmailsResource, LogSmsesResource, EmailBlacklistsResource, SmsBlacklistsResource, ChangelogsResource, HealthResource } from '../types/api.js' */
/** @import { Requests } from './requests.js' */

/** The resources of the API, by the names of their paths. */
export class Resources {
  /** @param {Requests} requests */
  constructor(requests) {
    /** A stored card or bank account. Its number is sealed; payments name the record instead of the number. @type {AccountvaultsResource} */
    this.accountvaults = resource(requests, {
      create: {"method":"POST","path":"/v2/accountvaults","sends":"accountvault","asks":["expand"],"returns":"accountvault"},
      list: {"method":"GET","path":"/v2/accountvaults","returns":"accountvaults","is_list":true},
      get: {"method":"GET","path":"/v2/accountvaults/{id}","asks":["api_id","location_id","expand"],"returns":"accountvault"},
      update: {"method":"PUT","path":"/v2/accountvaults/{id}","sends":"accountvault","asks":["api_id","location_id","expand"],"returns":"accountvault"},
      delete: {"method":"DELETE","path":"/v2/accountvaults/{id}","asks":["api_id","location_id"]},
      sendMicrodeposits: {"method":"POST","path":"/v2/accountvaults/{id}/microdeposits","sends":"accountvault","asks":["api_id","location_id"],"returns":"microdeposit"},
      verifyMicrodeposits: {"method":"POST","path":"/v2/accountvaults/{id}/verify","sends":"accountvault","asks":["api_id","location_id"],"returns":"microdeposit"},
      getBininfo: {"method":"GET","path":"/v2/accountvaults/{id}/bininfo","asks":["api_id","location_id"]},
    })
    /** A verification of a stored bank account by two small amounts that its holder reads on a statement. @type {MicrodepositsResource} */
    this.microdeposits = resource(requests, {
      list: {"method":"GET","path":"/v2/microdeposits","returns":"microdeposits","is_list":true},
      get: {"method":"GET","path":"/v2/microdeposits/{id}","asks":["expand"],"returns":"microdeposit"},
    })
    /** Stands once, and for minutes, for an account that a payment or a vault is made of. @type {TicketsResource} */
    this.tickets = resource(requests, {
      create: {"method":"POST","path":"/v2/tickets","sends":"ticket","asks":["expand"],"returns":"ticket"},
      get: {"method":"GET","path":"/v2/tickets/{id}","asks":["expand"],"returns":"ticket"},
    })
    /** One payment with the processor, from the request to what finally became of it. status_id tells the result. @type {TransactionsResource} */
    this.transactions = resource(requests, {
      create: {"method":"POST","path":"/v2/transactions","sends":"transaction","asks":["expand"],"returns":"transaction"},
      list: {"method":"GET","path":"/v2/transactions","returns":"transactions","is_list":true},
      get: {"method":"GET","path":"/v2/transactions/{id}","asks":["api_id","location_id","expand"],"returns":"transaction"},
      update: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction"},
      void: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction","fixed":{"action":"void"}},
      authcomplete: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction","fixed":{"action":"authcomplete"}},
      authincrement: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction","fixed":{"action":"authincrement"}},
      partialreversal: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction","fixed":{"action":"partialreversal"}},
      tipadjust: {"method":"PUT","path":"/v2/transactions/{id}","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction","fixed":{"action":"tipadjust"}},
      getBininfo: {"method":"GET","path":"/v2/transactions/{id}/bininfo","asks":["api_id","location_id"]},
      updateAch: {"method":"POST","path":"/v2/transactions/{id}/achupdate","sends":"transaction","asks":["api_id","location_id"],"returns":"transaction"},
      override: {"method":"POST","path":"/v2/transactions/{id}/override","asks":["api_id","location_id"],"returns":"transaction"},
      listAttempts: {"method":"GET","path":"/v2/transactions/{id}/attempts","asks":["api_id","location_id"]},
      resolve: {"method":"POST","path":"/v2/transactions/{id}/resolve","sends":"transaction","asks":["api_id","location_id","expand"],"returns":"transaction"},
    })
    /** A page on which payers pay a merchant who needs no software for it. @type {HostedpaymentpagesResource} */
    this.hostedpaymentpages = resource(requests, {
      create: {"method":"POST","path":"/v2/hostedpaymentpages","sends":"hostedpaymentpage","asks":["expand"],"returns":"hostedpaymentpage"},
      list: {"method":"GET","path":"/v2/hostedpaymentpages","returns":"hostedpaymentpages","is_list":true},
      get: {"method":"GET","path":"/v2/hostedpaymentpages/{id}","asks":["expand"],"returns":"hostedpaymentpage"},
      update: {"method":"PUT","path":"/v2/hostedpaymentpages/{id}","sends":"hostedpaymentpage","asks":["expand"],"returns":"hostedpaymentpage"},
      delete: {"method":"DELETE","path":"/v2/hostedpaymentpages/{id}"},
      generateKey: {"method":"POST","path":"/v2/hostedpaymentpages/{id}/generateencryptionkey","asks":["expand"],"returns":"hostedpaymentpage"},
    })
    /** A request for payment of listed items, which its recipient pays on a page of its own. @type {QuickinvoicesResource} */
    this.quickinvoices = resource(requests, {
      create: {"method":"POST","path":"/v2/quickinvoices","sends":"quickinvoice","carries":"files","asks":["expand"],"returns":"quickinvoice"},
      list: {"method":"GET","path":"/v2/quickinvoices","returns":"quickinvoices","is_list":true},
      get: {"method":"GET","path":"/v2/quickinvoices/{id}","asks":["api_id","location_id","expand"],"returns":"quickinvoice"},
      update: {"method":"PUT","path":"/v2/quickinvoices/{id}","sends":"quickinvoice","asks":["api_id","location_id","expand"],"returns":"quickinvoice"},
      delete: {"method":"DELETE","path":"/v2/quickinvoices/{id}","asks":["api_id","location_id"]},
      reopen: {"method":"POST","path":"/v2/quickinvoices/{id}/reopen","asks":["api_id","location_id","expand"],"returns":"quickinvoice"},
      resend: {"method":"POST","path":"/v2/quickinvoices/{id}/resend","asks":["api_id","location_id","sms","email"]},
      getPdf: {"method":"GET","path":"/v2/quickinvoices/{id}/pdf","asks":["api_id","location_id"],"is_file":true},
      addTransaction: {"method":"PUT","path":"/v2/quickinvoices/{id}/addTransaction","sends":"quickinvoice","asks":["api_id","location_id","expand"],"returns":"quickinvoice"},
      removeTransaction: {"method":"PUT","path":"/v2/quickinvoices/{id}/removeTransaction","sends":"quickinvoice","asks":["api_id","location_id","expand"],"returns":"quickinvoice"},
      attachFile: {"method":"POST","path":"/v2/quickinvoices/{id}/files","attaches":"file[file]","asks":["api_id","location_id"],"returns":"file"},
      listFiles: {"method":"GET","path":"/v2/quickinvoices/{id}/files","returns":"files","is_list":true},
      downloadFile: {"method":"GET","path":"/v2/quickinvoices/{id}/files/{file_id}","asks":["api_id","location_id"],"is_file":true},
      deleteFile: {"method":"DELETE","path":"/v2/quickinvoices/{id}/files/{file_id}","asks":["api_id","location_id"]},
    })
    /** A link on which one amount is paid, once. @type {PaylinksResource} */
    this.paylinks = resource(requests, {
      create: {"method":"POST","path":"/v2/paylinks","sends":"paylink","asks":["expand"],"returns":"paylink"},
      list: {"method":"GET","path":"/v2/paylinks","returns":"paylinks","is_list":true},
      get: {"method":"GET","path":"/v2/paylinks/{id}","asks":["expand"],"returns":"paylink"},
      update: {"method":"PUT","path":"/v2/paylinks/{id}","sends":"paylink","asks":["expand"],"returns":"paylink"},
      delete: {"method":"DELETE","path":"/v2/paylinks/{id}"},
      resend: {"method":"POST","path":"/v2/paylinks/{id}/resend"},
      getQrcode: {"method":"GET","path":"/v2/paylinks/{id}/qrcode","asks":["format","size"],"is_file":true},
    })
    /** A series of payments from a stored account, made by the gateway on their days. @type {RecurringsResource} */
    this.recurrings = resource(requests, {
      create: {"method":"POST","path":"/v2/recurrings","sends":"recurring","asks":["expand"],"returns":"recurring"},
      list: {"method":"GET","path":"/v2/recurrings","returns":"recurrings","is_list":true},
      get: {"method":"GET","path":"/v2/recurrings/{id}","asks":["expand"],"returns":"recurring"},
      update: {"method":"PUT","path":"/v2/recurrings/{id}","sends":"recurring","asks":["expand"],"returns":"recurring"},
      delete: {"method":"DELETE","path":"/v2/recurrings/{id}"},
      skipPayment: {"method":"POST","path":"/v2/recurrings/{id}/skipPayment","asks":["skip_count","expand"],"returns":"recurring"},
      deferPayment: {"method":"POST","path":"/v2/recurrings/{id}/deferPayment","asks":["defer_count","expand"],"returns":"recurring"},
      placeOnHold: {"method":"POST","path":"/v2/recurrings/{id}/placeOnHold","asks":["expand"],"returns":"recurring"},
      activate: {"method":"POST","path":"/v2/recurrings/{id}/activate","asks":["expand"],"returns":"recurring"},
      preview: {"method":"GET","path":"/v2/recurrings/{id}/preview","asks":["count"]},
      listRuns: {"method":"GET","path":"/v2/recurrings/{id}/runs"},
    })
    /** A word by which a location sorts its invoices, paylinks, recurrings and payments. @type {TagsResource} */
    this.tags = resource(requests, {
      create: {"method":"POST","path":"/v2/tags","sends":"tag","asks":["expand"],"returns":"tag"},
      list: {"method":"GET","path":"/v2/tags","returns":"tags","is_list":true},
      deleteNamed: {"method":"DELETE","path":"/v2/tags","sends":"tag","asks":["id","title","location_id"]},
      get: {"method":"GET","path":"/v2/tags/{id}","asks":["api_id","location_id","expand"],"returns":"tag"},
      update: {"method":"PUT","path":"/v2/tags/{id}","sends":"tag","asks":["api_id","location_id","expand"],"returns":"tag"},
      delete: {"method":"DELETE","path":"/v2/tags/{id}","asks":["api_id","location_id"]},
    })
    /** One time that the page of an invoice was opened. @type {QuickInvoiceViewsResource} */
    this.quick_invoice_views = resource(requests, {
      list: {"method":"GET","path":"/v2/quick_invoice_views","returns":"quick_invoice_views","is_list":true},
      get: {"method":"GET","path":"/v2/quick_invoice_views/{id}","asks":["expand"],"returns":"quick_invoice_view"},
    })
    /** What new invoices of a location start with. @type {QuickInvoiceSettingsResource} */
    this.quick_invoice_settings = resource(requests, {
      create: {"method":"POST","path":"/v2/quick_invoice_settings","sends":"quick_invoice_setting","asks":["expand"],"returns":"quick_invoice_setting"},
      list: {"method":"GET","path":"/v2/quick_invoice_settings","returns":"quick_invoice_settings","is_list":true},
      get: {"method":"GET","path":"/v2/quick_invoice_settings/{id}","asks":["expand"],"returns":"quick_invoice_setting"},
      update: {"method":"PUT","path":"/v2/quick_invoice_settings/{id}","sends":"quick_invoice_setting","asks":["expand"],"returns":"quick_invoice_setting"},
      delete: {"method":"DELETE","path":"/v2/quick_invoice_settings/{id}"},
    })
    /** A customer of a location: who pays, how he is reached, and what was agreed with him. @type {ContactsResource} */
    this.contacts = resource(requests, {
      create: {"method":"POST","path":"/v2/contacts","sends":"contact","asks":["expand"],"returns":"contact"},
      list: {"method":"GET","path":"/v2/contacts","returns":"contacts","is_list":true},
      get: {"method":"GET","path":"/v2/contacts/{id}","asks":["api_id","location_id","expand"],"returns":"contact"},
      update: {"method":"PUT","path":"/v2/contacts/{id}","sends":"contact","asks":["api_id","location_id","expand"],"returns":"contact"},
      delete: {"method":"DELETE","path":"/v2/contacts/{id}","asks":["api_id","location_id"]},
      attachFile: {"method":"POST","path":"/v2/contacts/{id}/files","attaches":"file[file]","asks":["api_id","location_id"],"returns":"file"},
      listFiles: {"method":"GET","path":"/v2/contacts/{id}/files","returns":"files","is_list":true},
      downloadFile: {"method":"GET","path":"/v2/contacts/{id}/files/{file_id}","asks":["api_id","location_id"],"is_file":true},
      deleteFile: {"method":"DELETE","path":"/v2/contacts/{id}/files/{file_id}","asks":["api_id","location_id"]},
    })
    /** A note that people keep with a contact or another record. @type {NotesResource} */
    this.notes = resource(requests, {
      create: {"method":"POST","path":"/v2/notes","sends":"note","asks":["expand"],"returns":"note"},
      list: {"method":"GET","path":"/v2/notes","returns":"notes","is_list":true},
      get: {"method":"GET","path":"/v2/notes/{id}","asks":["expand"],"returns":"note"},
      update: {"method":"PUT","path":"/v2/notes/{id}","sends":"note","asks":["expand"],"returns":"note"},
      delete: {"method":"DELETE","path":"/v2/notes/{id}"},
    })
    /** A file that is attached to a contact or an invoice. @type {FilesResource} */
    this.files = resource(requests, {
      list: {"method":"GET","path":"/v2/files","returns":"files","is_list":true},
      get: {"method":"GET","path":"/v2/files/{id}","asks":["expand"],"returns":"file"},
    })
    /** The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount). @type {RefundapprovalsResource} */
    this.refundapprovals = resource(requests, {
      create: {"method":"POST","path":"/v2/refundapprovals","sends":"refundapproval","asks":["expand"],"returns":"refundapproval"},
      list: {"method":"GET","path":"/v2/refundapprovals","returns":"refundapprovals","is_list":true},
      get: {"method":"GET","path":"/v2/refundapprovals/{id}","asks":["expand"],"returns":"refundapproval"},
      approve: {"method":"POST","path":"/v2/refundapprovals/{id}/approve","asks":["expand"],"returns":"refundapproval"},
      refuse: {"method":"POST","path":"/v2/refundapprovals/{id}/refuse","asks":["expand"],"returns":"refundapproval"},
    })
    /** The payments of a product that are settled together. @type {TransactionbatchesResource} */
    this.transactionbatches = resource(requests, {
      list: {"method":"GET","path":"/v2/transactionbatches","returns":"transactionbatches","is_list":true},
      get: {"method":"GET","path":"/v2/transactionbatches/{id}","asks":["expand"],"returns":"transactionbatch"},
      settle: {"method":"POST","path":"/v2/transactionbatches/{id}/settle","asks":["expand"],"returns":"transactionbatch"},
      reprocess: {"method":"POST","path":"/v2/transactionbatches/{id}/reprocess","asks":["expand"],"returns":"transactionbatch"},
      getReport: {"method":"GET","path":"/v2/transactionbatches/{id}/report","asks":["_format"]},
      forceClose: {"method":"POST","path":"/v2/transactionbatches/{id}/forceclose","sends":"transactionbatch","asks":["expand"],"returns":"transactionbatch"},
    })
    /** A difference between what the gateway and a processor, a bank or a terminal say of a payment. @type {DiscrepanciesResource} */
    this.discrepancies = resource(requests, {
      list: {"method":"GET","path":"/v2/discrepancies","returns":"discrepancies","is_list":true},
      get: {"method":"GET","path":"/v2/discrepancies/{id}","asks":["expand"],"returns":"discrepancy"},
      explain: {"method":"POST","path":"/v2/discrepancies/{id}/explain","sends":"discrepancy","asks":["expand"],"returns":"discrepancy"},
    })
    /** One status that a payment had, and since when. @type {TransactionhistoriesResource} */
    this.transactionhistories = resource(requests, {
      get: {"method":"GET","path":"/v2/transactionhistories/{id}","returns":"transactionhistory"},
    })
    /** The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it. @type {Transactionlevel3sResource} */
    this.transactionlevel3s = resource(requests, {
      create: {"method":"POST","path":"/v2/transactionlevel3s","sends":"transactionlevel3","returns":"transactionlevel3"},
      get: {"method":"GET","path":"/v2/transactionlevel3s/{id}","returns":"transactionlevel3"},
      delete: {"method":"DELETE","path":"/v2/transactionlevel3s/{id}"},
    })
    /** Where changes of records are posted (webhooks). @type {PostbackconfigsResource} */
    this.postbackconfigs = resource(requests, {
      create: {"method":"POST","path":"/v2/postbackconfigs","sends":"postbackconfig","asks":["expand"],"returns":"postbackconfig"},
      list: {"method":"GET","path":"/v2/postbackconfigs","returns":"postbackconfigs","is_list":true},
      get: {"method":"GET","path":"/v2/postbackconfigs/{id}","asks":["expand"],"returns":"postbackconfig"},
      update: {"method":"PUT","path":"/v2/postbackconfigs/{id}","sends":"postbackconfig","asks":["expand"],"returns":"postbackconfig"},
      delete: {"method":"DELETE","path":"/v2/postbackconfigs/{id}"},
      rotateSecret: {"method":"POST","path":"/v2/postbackconfigs/{id}/rotatesecret","sends":"postbackconfig"},
      ping: {"method":"POST","path":"/v2/postbackconfigs/{id}/ping"},
      replayPostbacks: {"method":"POST","path":"/v2/postbackconfigs/{id}/replay","sends":"postbackconfig"},
    })
    /** One postback with its state; its attempts are embedded by expand. @type {PostbacklogsResource} */
    this.postbacklogs = resource(requests, {
      list: {"method":"GET","path":"/v2/postbacklogs","returns":"postbacklogs","is_list":true},
      get: {"method":"GET","path":"/v2/postbacklogs/{id}","asks":["expand"],"returns":"postback_log"},
      replay: {"method":"POST","path":"/v2/postbacklogs/{id}/replay","sends":"postback_log","returns":"postback_log"},
    })
    /** One attempt to deliver a postback: request and response. @type {PostbackattemptsResource} */
    this.postbackattempts = resource(requests, {
      list: {"method":"GET","path":"/v2/postbackattempts","returns":"postbackattempts","is_list":true},
      get: {"method":"GET","path":"/v2/postbackattempts/{id}","asks":["expand"],"returns":"postback_attempt"},
    })
    /** A reason for the status of a payment; the same for all merchants. @type {ReasoncodesResource} */
    this.reasoncodes = resource(requests, {
      list: {"method":"GET","path":"/v2/reasoncodes","returns":"reasoncodes","is_list":true},
      get: {"method":"GET","path":"/v2/reasoncodes/{id}","returns":"reasoncode"},
    })
    /** A payment terminal of a location. @type {TerminalsResource} */
    this.terminals = resource(requests, {
      create: {"method":"POST","path":"/v2/terminals","sends":"terminal","asks":["expand"],"returns":"terminal"},
      list: {"method":"GET","path":"/v2/terminals","returns":"terminals","is_list":true},
      get: {"method":"GET","path":"/v2/terminals/{id}","asks":["api_id","location_id","expand"],"returns":"terminal"},
      update: {"method":"PUT","path":"/v2/terminals/{id}","sends":"terminal","asks":["api_id","location_id","expand"],"returns":"terminal"},
      delete: {"method":"DELETE","path":"/v2/terminals/{id}","asks":["api_id","location_id"]},
      isOnline: {"method":"GET","path":"/v2/terminals/{id}/isOnline","asks":["api_id","location_id"]},
    })
    /** One request at a terminal, from its beginning to what became of it. @type {TerminalrunsResource} */
    this.terminalruns = resource(requests, {
      list: {"method":"GET","path":"/v2/terminalruns","returns":"terminalruns","is_list":true},
      get: {"method":"GET","path":"/v2/terminalruns/{id}","asks":["expand"],"returns":"terminalrun"},
      cancel: {"method":"POST","path":"/v2/terminalruns/{id}/cancel","asks":["expand"],"returns":"terminalrun"},
      abandon: {"method":"POST","path":"/v2/terminalruns/{id}/abandon","asks":["expand"],"returns":"terminalrun"},
    })
    /** A payment that a terminal takes: the answer comes when the payer is done. @type {RoutertransactionsResource} */
    this.routertransactions = resource(requests, {
      create: {"method":"POST","path":"/v2/routertransactions","sends":"routertransaction","returns":"transaction","is_slow":true},
      start: {"method":"POST","path":"/v2/routertransactions","sends":"routertransaction","is_async":true,"returns":"terminalrun"},
    })
    /** A card that a terminal reads and the gateway stores for a contact. @type {RouteraccountvaultsResource} */
    this.routeraccountvaults = resource(requests, {
      create: {"method":"POST","path":"/v2/routeraccountvaults","sends":"routeraccountvault","returns":"accountvault","is_slow":true},
      start: {"method":"POST","path":"/v2/routeraccountvaults","sends":"routeraccountvault","is_async":true,"returns":"terminalrun"},
    })
    /** A program in the shop through which terminals are reached that have no address in the internet. @type {TerminalagentsResource} */
    this.terminalagents = resource(requests, {
      create: {"method":"POST","path":"/v2/terminalagents","sends":"terminalagent","asks":["expand"],"returns":"terminalagent"},
      list: {"method":"GET","path":"/v2/terminalagents","returns":"terminalagents","is_list":true},
      get: {"method":"GET","path":"/v2/terminalagents/{id}","asks":["expand"],"returns":"terminalagent"},
      update: {"method":"PUT","path":"/v2/terminalagents/{id}","sends":"terminalagent","asks":["expand"],"returns":"terminalagent"},
      delete: {"method":"DELETE","path":"/v2/terminalagents/{id}"},
      generateKey: {"method":"POST","path":"/v2/terminalagents/{id}/generatekey","sends":"terminalagent"},
    })
    /** The software of a terminal and what it can do; the same for all merchants. @type {TerminalapplicationsResource} */
    this.terminalapplications = resource(requests, {
      list: {"method":"GET","path":"/v2/terminalapplications","returns":"terminalapplications","is_list":true},
      get: {"method":"GET","path":"/v2/terminalapplications/{id}","returns":"terminalapplication"},
    })
    /** How a terminal verifies the cardholder; the same for all merchants. @type {TerminalcvmsResource} */
    this.terminalcvms = resource(requests, {
      list: {"method":"GET","path":"/v2/terminalcvms","returns":"terminalcvms","is_list":true},
      get: {"method":"GET","path":"/v2/terminalcvms/{id}","asks":["expand"],"returns":"terminalcvm"},
    })
    /** A terminal as a till needs it. Read only. @type {TerminalinfosResource} */
    this.terminalinfos = resource(requests, {
      list: {"method":"GET","path":"/v2/terminalinfos","returns":"terminalinfos","is_list":true},
      get: {"method":"GET","path":"/v2/terminalinfos/{id}","asks":["api_id","location_id","expand"],"returns":"terminalinfo"},
    })
    /** A maker of terminals; the same for all merchants. @type {TerminalmanufacturersResource} */
    this.terminalmanufacturers = resource(requests, {
      list: {"method":"GET","path":"/v2/terminalmanufacturers","returns":"terminalmanufacturers","is_list":true},
      get: {"method":"GET","path":"/v2/terminalmanufacturers/{id}","returns":"terminalmanufacturer"},
    })
    /** A device that reads checks. @type {ScannersResource} */
    this.scanners = resource(requests, {
      create: {"method":"POST","path":"/v2/scanners","sends":"scanner","asks":["expand"],"returns":"scanner"},
      list: {"method":"GET","path":"/v2/scanners","returns":"scanners","is_list":true},
      get: {"method":"GET","path":"/v2/scanners/{id}","asks":["expand"],"returns":"scanner"},
      update: {"method":"PUT","path":"/v2/scanners/{id}","sends":"scanner","asks":["expand"],"returns":"scanner"},
      delete: {"method":"DELETE","path":"/v2/scanners/{id}"},
    })
    /** A model of scanner; the same for all merchants. @type {ScannermodelsResource} */
    this.scannermodels = resource(requests, {
      list: {"method":"GET","path":"/v2/scannermodels","returns":"scannermodels","is_list":true},
      get: {"method":"GET","path":"/v2/scannermodels/{id}","asks":["expand"],"returns":"scannermodel"},
    })
    /** A maker of scanners; the same for all merchants. @type {ScannermanufacturersResource} */
    this.scannermanufacturers = resource(requests, {
      list: {"method":"GET","path":"/v2/scannermanufacturers","returns":"scannermanufacturers","is_list":true},
      get: {"method":"GET","path":"/v2/scannermanufacturers/{id}","returns":"scannermanufacturer"},
    })
    /** Terms that a terminal shows to a customer, and what the customer said to them. @type {DevicetermsResource} */
    this.deviceterms = resource(requests, {
      create: {"method":"POST","path":"/v2/deviceterms","sends":"deviceterm","asks":["expand"],"returns":"deviceterm"},
      list: {"method":"GET","path":"/v2/deviceterms","returns":"deviceterms","is_list":true},
      get: {"method":"GET","path":"/v2/deviceterms/{id}","asks":["api_id","location_id","expand"],"returns":"deviceterm"},
    })
    /** A signature, as a picture, on a payment, a vault, a recurring or terms. @type {SignaturesResource} */
    this.signatures = resource(requests, {
      create: {"method":"POST","path":"/v2/signatures","sends":"signature","asks":["expand"],"returns":"signature"},
      list: {"method":"GET","path":"/v2/signatures","returns":"signatures","is_list":true},
      get: {"method":"GET","path":"/v2/signatures/{id}","asks":["expand"],"returns":"signature"},
    })
    /** A merchant's place of business. Locations form a tree: callers see their own and all below it. @type {LocationsResource} */
    this.locations = resource(requests, {
      create: {"method":"POST","path":"/v2/locations","sends":"location","asks":["expand"],"returns":"location"},
      list: {"method":"GET","path":"/v2/locations","returns":"locations","is_list":true},
      get: {"method":"GET","path":"/v2/locations/{id}","asks":["api_id","location_id","expand"],"returns":"location"},
      update: {"method":"PUT","path":"/v2/locations/{id}","sends":"location","asks":["api_id","location_id","expand"],"returns":"location"},
      delete: {"method":"DELETE","path":"/v2/locations/{id}","asks":["api_id","location_id"]},
      uploadLogo: {"method":"POST","path":"/v2/locations/{id}/logo","attaches":"file[file]","asks":["api_id","location_id","expand"],"returns":"location"},
    })
    /** What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment. @type {ProducttransactionsResource} */
    this.producttransactions = resource(requests, {
      create: {"method":"POST","path":"/v2/producttransactions","sends":"producttransaction","asks":["expand"],"returns":"producttransaction"},
      list: {"method":"GET","path":"/v2/producttransactions","returns":"producttransactions","is_list":true},
      get: {"method":"GET","path":"/v2/producttransactions/{id}","asks":["api_id","location_id","expand"],"returns":"producttransaction"},
      update: {"method":"PUT","path":"/v2/producttransactions/{id}","sends":"producttransaction","asks":["api_id","location_id","expand"],"returns":"producttransaction"},
      getProcessor: {"method":"GET","path":"/v2/producttransactions/{id}/processor","asks":["api_id","location_id"]},
      setProcessor: {"method":"PUT","path":"/v2/producttransactions/{id}/processor","sends":"producttransaction","asks":["api_id","location_id"]},
      removeProcessor: {"method":"DELETE","path":"/v2/producttransactions/{id}/processor","asks":["api_id","location_id"]},
      checkProcessor: {"method":"POST","path":"/v2/producttransactions/{id}/processor/check","asks":["api_id","location_id"]},
    })
    /** What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it. @type {SurchargesResource} */
    this.surcharges = resource(requests, {
      create: {"method":"POST","path":"/v2/surcharges","sends":"surcharge","asks":["expand"],"returns":"surcharge"},
      list: {"method":"GET","path":"/v2/surcharges","returns":"surcharges","is_list":true},
      get: {"method":"GET","path":"/v2/surcharges/{id}","asks":["expand"],"returns":"surcharge"},
      update: {"method":"PUT","path":"/v2/surcharges/{id}","sends":"surcharge","asks":["expand"],"returns":"surcharge"},
      delete: {"method":"DELETE","path":"/v2/surcharges/{id}"},
    })
    /** A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it. @type {UsersResource} */
    this.users = resource(requests, {
      create: {"method":"POST","path":"/v2/users","sends":"user","asks":["expand"],"returns":"user"},
      list: {"method":"GET","path":"/v2/users","returns":"users","is_list":true},
      get: {"method":"GET","path":"/v2/users/{id}","asks":["expand"],"returns":"user"},
      update: {"method":"PUT","path":"/v2/users/{id}","sends":"user","asks":["expand"],"returns":"user"},
      delete: {"method":"DELETE","path":"/v2/users/{id}"},
      getCurrent: {"method":"GET","path":"/v2/users/me","asks":["expand"],"returns":"user"},
      generateApiKey: {"method":"POST","path":"/v2/users/{id}/generateuserapikey","sends":"user"},
      generateHashKey: {"method":"POST","path":"/v2/users/{id}/generateuserhashkey","sends":"user"},
      generateSecondFactor: {"method":"POST","path":"/v2/users/{id}/generatesecondfactor","sends":"user"},
      confirmSecondFactor: {"method":"POST","path":"/v2/users/{id}/confirmsecondfactor","sends":"user"},
      removeSecondFactor: {"method":"POST","path":"/v2/users/{id}/removesecondfactor","sends":"user"},
      listSessions: {"method":"GET","path":"/v2/users/sessions"},
      endSessions: {"method":"DELETE","path":"/v2/users/sessions","asks":["session_id"]},
    })
    /** The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights. @type {AuthroleusersResource} */
    this.authroleusers = resource(requests, {
      create: {"method":"POST","path":"/v2/authroleusers","sends":"authroleuser","asks":["expand"],"returns":"authroleuser"},
      list: {"method":"GET","path":"/v2/authroleusers","returns":"authroleusers","is_list":true},
      get: {"method":"GET","path":"/v2/authroleusers/{id}","asks":["expand"],"returns":"authroleuser"},
      delete: {"method":"DELETE","path":"/v2/authroleusers/{id}"},
    })
    /** A location together with everything that is set up for it. Read only. @type {LocationinfosResource} */
    this.locationinfos = resource(requests, {
      list: {"method":"GET","path":"/v2/locationinfos","returns":"locationinfos","is_list":true},
      get: {"method":"GET","path":"/v2/locationinfos/{id}","asks":["api_id","location_id","expand"],"returns":"locationinfo"},
    })
    /** The file service of a location: whether files may be attached, and how large they may be. @type {ProductfilesResource} */
    this.productfiles = resource(requests, {
      create: {"method":"POST","path":"/v2/productfiles","sends":"product_file","asks":["expand"],"returns":"product_file"},
      list: {"method":"GET","path":"/v2/productfiles","returns":"productfiles","is_list":true},
      get: {"method":"GET","path":"/v2/productfiles/{id}","asks":["expand"],"returns":"product_file"},
      update: {"method":"PUT","path":"/v2/productfiles/{id}","sends":"product_file","asks":["expand"],"returns":"product_file"},
    })
    /** The vault service of a location: whether accounts may be stored. @type {ProductaccountvaultsResource} */
    this.productaccountvaults = resource(requests, {
      create: {"method":"POST","path":"/v2/productaccountvaults","sends":"product_accountvault","asks":["expand"],"returns":"product_accountvault"},
      list: {"method":"GET","path":"/v2/productaccountvaults","returns":"productaccountvaults","is_list":true},
      get: {"method":"GET","path":"/v2/productaccountvaults/{id}","asks":["expand"],"returns":"product_accountvault"},
      update: {"method":"PUT","path":"/v2/productaccountvaults/{id}","sends":"product_accountvault","asks":["expand"],"returns":"product_accountvault"},
    })
    /** The recurring service of a location. @type {ProductrecurringsResource} */
    this.productrecurrings = resource(requests, {
      create: {"method":"POST","path":"/v2/productrecurrings","sends":"product_recurring","asks":["expand"],"returns":"product_recurring"},
      list: {"method":"GET","path":"/v2/productrecurrings","returns":"productrecurrings","is_list":true},
      get: {"method":"GET","path":"/v2/productrecurrings/{id}","asks":["expand"],"returns":"product_recurring"},
      update: {"method":"PUT","path":"/v2/productrecurrings/{id}","sends":"product_recurring","asks":["expand"],"returns":"product_recurring"},
    })
    /** The domain under which a merchant's pages and mails appear. @type {BrandingDomainsResource} */
    this.branding_domains = resource(requests, {
      get: {"method":"GET","path":"/v2/branding_domains/{id}","returns":"branding_domain"},
      update: {"method":"PUT","path":"/v2/branding_domains/{id}","sends":"branding_domain","returns":"branding_domain"},
      uploadLogo: {"method":"POST","path":"/v2/branding_domains/{id}/logo","attaches":"file[file]","returns":"branding_domain"},
    })
    /** A company that makes software for merchants. @type {DevelopercompaniesResource} */
    this.developercompanies = resource(requests, {
      get: {"method":"GET","path":"/v2/developercompanies/{id}","returns":"developercompany"},
    })
    /** A quote of the sales tax that a location adds. @type {SalestaxResource} */
    this.salestax = resource(requests, {
      get: {"method":"GET","path":"/v2/salestax","asks":["location_id","amount","zip"]},
      quote: {"method":"POST","path":"/v2/salestax","sends":"salestax"},
    })
    /** The rate of sales tax of a location, for everywhere or for one ZIP code. @type {SalestaxratesResource} */
    this.salestaxrates = resource(requests, {
      create: {"method":"POST","path":"/v2/salestaxrates","sends":"salestaxrate","asks":["expand"],"returns":"salestaxrate"},
      list: {"method":"GET","path":"/v2/salestaxrates","returns":"salestaxrates","is_list":true},
      get: {"method":"GET","path":"/v2/salestaxrates/{id}","asks":["expand"],"returns":"salestaxrate"},
      update: {"method":"PUT","path":"/v2/salestaxrates/{id}","sends":"salestaxrate","asks":["expand"],"returns":"salestaxrate"},
      delete: {"method":"DELETE","path":"/v2/salestaxrates/{id}"},
    })
    /** A program that users of this merchant may let act for them. @type {OauthclientsResource} */
    this.oauthclients = resource(requests, {
      list: {"method":"GET","path":"/v2/oauthclients","returns":"oauthclients","is_list":true},
      create: {"method":"POST","path":"/v2/oauthclients","sends":"oauthclient","returns":"oauthclient"},
      get: {"method":"GET","path":"/v2/oauthclients/{id}","asks":["expand"],"returns":"oauthclient"},
      update: {"method":"PUT","path":"/v2/oauthclients/{id}","sends":"oauthclient","asks":["expand"],"returns":"oauthclient"},
      delete: {"method":"DELETE","path":"/v2/oauthclients/{id}"},
      generateSecret: {"method":"POST","path":"/v2/oauthclients/{id}/generateclientsecret","sends":"oauthclient"},
    })
    /** What a user allowed an integration to do. @type {OauthgrantsResource} */
    this.oauthgrants = resource(requests, {
      list: {"method":"GET","path":"/v2/oauthgrants","returns":"oauthgrants","is_list":true},
      get: {"method":"GET","path":"/v2/oauthgrants/{id}","asks":["expand"],"returns":"oauthgrant"},
      delete: {"method":"DELETE","path":"/v2/oauthgrants/{id}"},
    })
    /** Sign in with a password, and sign a contact on by a link. @type {TokenResource} */
    this.token = resource(requests, {
      create: {"method":"POST","path":"/v2/token","sends":"","returns":"token"},
      delete: {"method":"DELETE","path":"/v2/token/{token}"},
    })
    /** A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up. @type {AlertsResource} */
    this.alerts = resource(requests, {
      list: {"method":"GET","path":"/v2/alerts","returns":"alerts","is_list":true},
      get: {"method":"GET","path":"/v2/alerts/{id}","asks":["expand"],"returns":"alert"},
    })
    /** A mail that was sent, failed or was withheld. @type {LogEmailsResource} */
    this.log_emails = resource(requests, {
      list: {"method":"GET","path":"/v2/log_emails","returns":"log_emails","is_list":true},
      get: {"method":"GET","path":"/v2/log_emails/{id}","asks":["expand"],"returns":"log_email"},
    })
    /** A text message that was sent, failed or was withheld. @type {LogSmsesResource} */
    this.log_smses = resource(requests, {
      list: {"method":"GET","path":"/v2/log_smses","returns":"log_smses","is_list":true},
      get: {"method":"GET","path":"/v2/log_smses/{id}","asks":["expand"],"returns":"log_sms"},
    })
    /** An address that is mailed nothing. @type {EmailBlacklistsResource} */
    this.email_blacklists = resource(requests, {
      create: {"method":"POST","path":"/v2/email_blacklists","sends":"email_blacklist","asks":["expand"],"returns":"email_blacklist"},
      list: {"method":"GET","path":"/v2/email_blacklists","returns":"email_blacklists","is_list":true},
      get: {"method":"GET","path":"/v2/email_blacklists/{id}","asks":["expand"],"returns":"email_blacklist"},
      update: {"method":"PUT","path":"/v2/email_blacklists/{id}","sends":"email_blacklist","asks":["expand"],"returns":"email_blacklist"},
      delete: {"method":"DELETE","path":"/v2/email_blacklists/{id}"},
    })
    /** A number that is texted nothing. @type {SmsBlacklistsResource} */
    this.sms_blacklists = resource(requests, {
      create: {"method":"POST","path":"/v2/sms_blacklists","sends":"sms_blacklist","asks":["expand"],"returns":"sms_blacklist"},
      list: {"method":"GET","path":"/v2/sms_blacklists","returns":"sms_blacklists","is_list":true},
      get: {"method":"GET","path":"/v2/sms_blacklists/{id}","asks":["expand"],"returns":"sms_blacklist"},
      update: {"method":"PUT","path":"/v2/sms_blacklists/{id}","sends":"sms_blacklist","asks":["expand"],"returns":"sms_blacklist"},
      delete: {"method":"DELETE","path":"/v2/sms_blacklists/{id}"},
    })
    /** An entry of the audit trail: who did what to which record, when, from where and with which credential. @type {ChangelogsResource} */
    this.changelogs = resource(requests, {
      list: {"method":"GET","path":"/v2/changelogs","returns":"changelogs","is_list":true},
      get: {"method":"GET","path":"/v2/changelogs/{id}","asks":["expand"],"returns":"changelog"},
    })
    /** For load balancers and monitors. @type {HealthResource} */
    this.health = resource(requests, {
      getVersion: {"method":"GET","path":"/v2/version","returns":"version"},
    })
  }
}
