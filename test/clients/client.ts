/**
 * The client interface of the scenario. The types are written by hand from the specification. Every adapter proves that
 * the generated types are identical.
 */

export type Status = 'TODO' | 'IN_PROGRESS' | 'DONE'
export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT'

export interface ChecklistItem {
  id: number
  text: string
  done: boolean
}

export interface ChecklistItemInput {
  text: string
  done?: boolean | null
}

export interface Comment {
  id: number
  text: string
  createdAt: string
  updatedAt: string
}

export interface CommentInput {
  text: string
}

export interface Attachment {
  id: number
  fileName: string
  contentType: string
  fileSizeBytes: number
  uploadedAt: string
}

export interface Task {
  id: number
  title: string
  description: string | null
  status: Status
  priority: Priority
  dueDate: string | null
  sortOrder: number
  labels: string[]
  checklistItems: ChecklistItem[]
  comments: Comment[]
  attachments: Attachment[]
  createdAt: string
  updatedAt: string
}

export interface TaskInput {
  title: string
  description?: string | null
  status: Status
  priority?: Priority | null
  dueDate?: string | null
  labels?: string[] | null
  checklistItems?: ChecklistItemInput[] | null
}

export interface TaskPage {
  content: Task[]
  totalElements: number
  totalPages: number
  currentPage: number
  pageSize: number
}

export interface TaskQuery {
  page?: number
  size?: number
  status?: Status
  priority?: Priority
  search?: string
  sort?: 'id' | 'title' | 'status' | 'priority' | 'createdAt' | 'updatedAt' | 'dueDate' | 'sortOrder'
  direction?: 'asc' | 'desc'
}

export interface TaskSummary {
  totalTasks: number
  todoTasks: number
  inProgressTasks: number
  doneTasks: number
}

export interface ReorderInput {
  targetStatus: Status
  targetIndex: number
}

export type ReorderedTask = Omit<Task, 'attachments'>

export interface ErrorBody {
  timestamp: string
  status: number
  error: string
  message: string
  path: string
  errors?: Record<string, string>
}

export interface LoginRequest {
  username: string
  password: string
}

export interface Session {
  token: string
  refreshToken: string
  type: 'Bearer'
  username: string
  role: 'ADMIN' | 'USER'
  expiresIn: number
}

export interface RefreshRequest {
  refreshToken: string
}

export type RefreshedSession = Omit<Session, 'username' | 'role'>

export interface LogoutConfirmation {
  message: string
}

export interface CurrentUser {
  username: string
  role: 'ROLE_ADMIN' | 'ROLE_USER'
}

/** The types of every document. */
export interface Models {
  Task: Task
  TaskInput: TaskInput
  TaskPage: TaskPage
  TaskQuery: TaskQuery
  TaskSummary: TaskSummary
  ReorderInput: ReorderInput
  ReorderedTask: ReorderedTask
  ChecklistItem: ChecklistItem
  ChecklistItemInput: ChecklistItemInput
  Comment: Comment
  CommentInput: CommentInput
  Attachment: Attachment
  ErrorResponse: ErrorBody
}

/** The types that only v2 has. */
export interface AuthModels {
  LoginRequest: LoginRequest
  Session: Session
  RefreshRequest: RefreshRequest
  RefreshedSession: RefreshedSession
  LogoutConfirmation: LogoutConfirmation
  CurrentUser: CurrentUser
}

/** For each type of `A`: whether the type of the same name in `B` is identical, including optional properties and nulls. */
export type Matches<A, B> = { [Name in keyof A]: Name extends keyof B ? Identical<A[Name], B[Name]> : false }
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only if all types match. The compiler names those that do not. */
export type Matching<M extends Record<keyof M, true>> = M

/** The status of a response, and its body with the type of the client: of the success or of the error. */
export type Result<T> =
  | { status: number; data: T; error?: undefined }
  | { status: number; error: ErrorBody; data?: undefined }

export interface Connection {
  /** The URL of the variant, without a trailing slash. */
  baseUrl: string
  /** An access token. */
  token?: string
}

/** The operations that every variant has. */
export interface Client {
  listTasks(query: TaskQuery): Promise<Result<TaskPage>>
  getTaskSummary(): Promise<Result<TaskSummary>>
  getTask(id: number): Promise<Result<Task>>
  createTask(input: TaskInput): Promise<Result<Task>>
  replaceTask(id: number, input: TaskInput): Promise<Result<Task>>
  deleteTask(id: number): Promise<Result<void>>
  deleteAllTasks(): Promise<Result<void>>
  reorderTask(id: number, input: ReorderInput): Promise<Result<ReorderedTask>>
  createComment(id: number, input: CommentInput): Promise<Result<Comment>>
  updateComment(id: number, commentId: number, input: CommentInput): Promise<Result<Comment>>
  deleteComment(id: number, commentId: number): Promise<Result<void>>
  uploadAttachments(id: number, files: File[]): Promise<Result<Attachment[]>>
  downloadAttachment(id: number, attachmentId: number): Promise<Result<ArrayBuffer>>
  deleteAttachment(id: number, attachmentId: number): Promise<Result<void>>
}

/** The operations that only v2 has. */
export interface AuthClient {
  login(input: LoginRequest): Promise<Result<Session>>
  refresh(input: RefreshRequest): Promise<Result<RefreshedSession>>
  logout(): Promise<Result<LogoutConfirmation>>
  getCurrentUser(): Promise<Result<CurrentUser>>
}

export type Connect<C> = (connection: Connection) => C
