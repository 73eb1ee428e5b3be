//! Runs the scenario of a document. The features choose the operations that the document has.

#[cfg(feature = "boards")]
mod boards;
mod client;
#[cfg(feature = "v2")]
mod session;
#[cfg(not(feature = "boards"))]
mod tasks;

#[tokio::main]
async fn main() {
    let base_url = std::env::var("BASE_URL").unwrap();
    #[cfg(feature = "boards")]
    scenario::manage_boards::<boards::Api>(&base_url).await;
    #[cfg(feature = "v2")]
    {
        scenario::work_as_administrator::<tasks::Api, session::Api>(&base_url).await;
        scenario::use_session::<tasks::Api, session::Api>(&base_url).await;
    }
    #[cfg(not(any(feature = "boards", feature = "v2")))]
    scenario::work_on_board(&<tasks::Api as scenario::Connect>::connect(&base_url, None)).await;
}
